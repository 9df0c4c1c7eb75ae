import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Many URLs at once: a few are opened, some wait, the rest is refused.
@Suite(.serialized) struct OpeningTurnsTests {
    /// Outcomes of calls: true and false, or the message of the error.
    private static func open(_ client: CenterClient, _ url: String) async -> String {
        do {
            // Longer than anything here takes on a busy machine.
            let isOpened: Bool = try await client.connection.call(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.openURL,
                timeout: .seconds(120), "org.example.A", url, [String: DBusValue]())
            return "\(isOpened)"
        } catch let error as RemoteError {
            return CenterError(error).map { "\($0.code): \($0.message)" } ?? "\(error)"
        } catch { return "\(error)" }
    }

    /// Starts a center with a `gio` that logs its start and hangs until the test releases it, except for `x-again`.
    private static func start(_ limit: Duration = .seconds(60)) async throws -> OpeningTestCenter {
        let opening = try await OpeningTestCenter.start { $0.opening = limit }
        mkfifo(opening.bus.folder + "/answer", 0o600)
        try opening.addProgram(
            "gio",
            """
            echo start $2 >>"$OPENING_LOG"
            case $2 in x-again:*) exit 0;; esac
            read line <'\(opening.bus.folder)/answer'
            echo end >>"$OPENING_LOG"
            """)
        return opening
    }

    /// Waits until so many were started.
    private static func started(_ count: Int, _ opening: OpeningTestCenter) async throws {
        try await withDeadline {
            while opening.lines.count(where: { $0.hasPrefix("start") }) < count {
                let _: String = try await opening.test.connection.call(.bus, "GetId")
            }
        }
    }

    @Test func aFloodStartsAFew() async throws {
        let opening = try await Self.start()
        let bounds = URLOpeningQueue.bounds
        let flood = try await opening.test.anotherClient()
        let outcomes = Recorder<String>()
        let calls = (0..<600).map { number in
            Task { outcomes.record(await Self.open(flood, "x-flood:\(number)")) }
        }
        // Those over the bound are refused at once, while the others hang.
        let kept = bounds.atWorkPerParty + bounds.waitingPerParty
        try await outcomes.wait { $0.count == 600 - kept }
        #expect(
            outcomes.elements.allSatisfy {
                $0.hasPrefix("limitExceeded: url: cannot open \"x-flood:")
                    && $0.hasSuffix("32 URLs of this caller and 32 of all callers are waiting, at most 32 and 256 may")
            }, "\(outcomes.elements.first ?? "")")
        try await Self.started(bounds.atWorkPerParty, opening)
        // Another caller has places of its own.
        let other = Task { await Self.open(opening.test.client, "x-other:a") }
        try await Self.started(bounds.atWorkPerParty + 1, opening)
        #expect(opening.lines.contains("start x-other:a"))
        #expect(opening.lines.count == bounds.atWorkPerParty + 1, "\(opening.lines)")
        // Each end lets one in, until none is left.
        let answers = "exec 3<>'\(opening.bus.folder)/answer'; while echo go >&3; do :; done"
        let go = try await opening.bus.start(["/bin/sh", "-c", answers])
        #expect(await other.value == "true")
        for call in calls { await call.value }
        go.signal(SIGKILL)
        _ = try await go.finished()
        #expect(outcomes.elements.count { $0 == "true" } == kept)
        #expect(opening.lines.count { $0 == "end" } == kept + 1)
        var open = 0
        for line in opening.lines {
            open += line == "end" ? -1 : 1
            #expect(open <= bounds.atWorkPerParty + 1)
        }
    }

    /// A call waits no longer than an opening may take; no call waits forever for a program that hangs.
    @Test func waitingHasAnEnd() async throws {
        let opening = try await Self.start(.seconds(6))
        let calls = (0..<URLOpeningQueue.bounds.atWorkPerParty + 1).map { number in
            Task { await Self.open(opening.test.client, "x-other:\(number)") }
        }
        var outcomes: [String] = []
        for call in calls { outcomes.append(await call.value) }
        #expect(outcomes.count { $0 == "false" } == URLOpeningQueue.bounds.atWorkPerParty, "\(outcomes)")
        let refused = outcomes.first { $0 != "false" }
        #expect(
            refused?.hasSuffix(
                ": its turn did not come within 6.0 seconds; at most 4 URLs of a caller and 16 of all callers are "
                    + "opened at once") == true, "\(outcomes)")
        // Their places are free when they have been ended.
        #expect(await Self.open(opening.test.client, "x-again:a") == "true")
        #expect(opening.lines.last == "start x-again:a")
    }

    /// Apps in a sandbox are one caller however many connections they have.
    @Test func whoseShareItIs() {
        let app = Caller.sandboxed(SandboxedApp(flatpak: "org.example.App"))
        #expect(app.party(as: ":1.1") == app.party(as: ":1.2"))
        #expect(Caller.unconfined.party(as: ":1.1") != Caller.unconfined.party(as: ":1.2"))
    }
}
