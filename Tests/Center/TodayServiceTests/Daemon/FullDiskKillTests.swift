import DBus
import DBusTesting
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// `todayd` is killed at random moments, with a disk that is full at random. Changes that it acknowledged while it
/// reported that it stores them exist afterwards.
@Suite(.serialized) struct FullDiskKillTests {
    /// How often it is killed; the variable `KILL_ROUNDS` says another number.
    private static let rounds = Environment["KILL_ROUNDS"].flatMap { Int($0) } ?? 8

    @Test(.timeLimit(.minutes(20)), arguments: TestDisk.Way.possible)
    func nothingThatWasStoredIsLost(_ way: TestDisk.Way) async throws {
        let bus = try await PrivateBus.start()
        let disk = try await TestDisk(way, on: bus)
        var random = SeededRandom(seed: 20_261_122)
        var daemon = try await disk.start()
        let client = daemon.client
        for identifier in Load.fixed {
            try await client.registerWidget(
                identifier,
                WidgetDefinition {
                    $0.largestDisplayMode = .expanded
                    $0.appGroups = [GroupUser.name]
                })
        }
        // Stored, acknowledged only, refused.
        var counts = [0, 0, 0]
        for round in 0..<Self.rounds {
            let start = try await state(client)
            // Some last until the clock alone has to have brought pushes to disk.
            let onlyPushes = round % 8 == 5
            if onlyPushes {
                try await disk.free(for: daemon)
                try await client.arrange(try await client.arrangement())
            } else if round % 2 == 1 {
                try await disk.fill(for: daemon)
            }
            let running = daemon
            let load = Load(
                client, random, from: round * 1_000_000, at: start, storing: try await StoringWatch(client)
            ) { random in
                var random = random
                // One that was killed meanwhile minds no weather.
                if Bool.random(using: &random) {
                    try? await disk.fill(leaving: Int.random(in: 0...12, using: &random), for: running)
                } else {
                    try? await disk.free(for: running)
                }
            }
            _ = random.next()
            let killedAt = try await load.run(onlyPushes: onlyPushes, &random) { _ = try await daemon.kill() }
            daemon = try await disk.again(daemon)

            let end = try await state(client)
            await load.check(end, killedAt: killedAt, round: round)
            for operation in await load.operations where operation.acknowledged != nil {
                counts[operation.commits ? 0 : 1] += 1
            }
            counts[2] += await load.refusals
        }
        // Whether anything was refused depends on when the disk was full.
        #expect(counts[0] > 0 && counts[1] > 0, "\(counts)")
        print("\(way): \(Self.rounds) kills; stored, acknowledged, refused: \(counts)")
        try await disk.free(for: daemon)
        try await client.arrange(Load.fixed)
        #expect(StateTrouble(try await client.properties()) == nil)
        try await daemon.end()
    }
}
