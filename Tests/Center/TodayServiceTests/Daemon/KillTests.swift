import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// `todayd` is killed at random moments, and changes that it acknowledged exist afterwards.
@Suite(.serialized) struct KillTests {
    @Test(.timeLimit(.minutes(10))) func nothingAcknowledgedIsLost() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        var random = SeededRandom(seed: 20_261_121)
        var daemon = try await RunningDaemon.start(on: bus, client)
        for identifier in Load.fixed {
            try await client.registerWidget(identifier, WidgetDefinition { $0.largestDisplayMode = .expanded })
        }
        for round in 0..<24 {
            let start = try await state(client)
            let load = Load(client, random, from: round * 1_000_000, at: start)
            _ = random.next()
            // One round lasts until the clock alone has to have brought pushes to disk.
            let onlyPushes = round == 9
            let killedAt = try await load.run(onlyPushes: onlyPushes, &random) { _ = try await daemon.kill() }
            daemon = try await daemon.again()

            let end = try await state(client)
            await load.check(end, killedAt: killedAt, round: round)
            let seen = await load.operations.last { $0.revision != nil }
            let revision = try #require(end["revision"].flatMap { UInt64($0) })
            if let seen, let last = seen.revision {
                #expect(revision >= last, "round \(round)")
                #expect(revision > last || end["content"] == seen.value, "round \(round): one revision, two contents")
            } else {
                #expect(revision >= UInt64(start["revision"] ?? "") ?? 0)
            }
        }
        try await daemon.end()
    }

    /// A push, and the end at once: the disk cannot have it, and the revision must not come again.
    @Test func aRevisionNeverComesTwice() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        var daemon = try await RunningDaemon.start(on: bus, client)
        try await client.registerWidget(.a, WidgetDefinition())
        var last: UInt64 = 0
        for round in 0..<5 {
            let revision = try await client.updateWidget(.a, .content("\(round)"))
            #expect(revision > last)
            try await daemon.kill()
            daemon = try await daemon.again()
            guard let widget = try? await client.properties(of: .a) else {
                Issue.record("round \(round): the widget is lost: \(try await daemon.kill())")
                return
            }
            #expect(widget.revision >= revision)
            #expect(widget.revision > revision || widget.content == text("\(round)"))
            last = widget.revision
        }
        try await daemon.end()
    }
}
