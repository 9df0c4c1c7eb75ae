import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Content that comes again clears errors and moves `UpdatedAt`, without much ado.
@Suite(.serialized) struct ConfirmationTests {
    private let time = HandClock()

    /// A widget that shows `1`.
    private func start(
        update: @escaping @Sendable ([String: DBusValue]) async throws -> (String, [String: DBusValue]) = { _ in
            ("no-data", [:])
        }
    ) async throws -> TestCenter {
        let test = try await TestCenter.start(clock: time.clock)
        try await test.register(
            .a, update: update, action: { _, _ in ["Content": "{\"kind\":\"text\",\"text\":\"1\"}"] })
        #expect(try await test.client.updateWidget(.a, .content("1")) == 1)
        return test
    }

    /// The error stayed, and was cleared only with other content.
    @Test func theSameContentClearsTheError() async throws {
        let test = try await start()
        try await test.client.updateWidget(.a, WidgetChanges { $0.error = "offline" })
        time.advance(by: .seconds(1))
        let signals = try await test.signals {
            let revision = try await test.client.updateWidget(.a, .content("1"))
            #expect(revision == 1)
        }
        #expect(signals == ["A: Error ErrorKind RetryAt UpdatedAt"])
        #expect(try await test.client.properties(of: .a).error == "")
        try await test.client.updateWidget(
            .a,
            WidgetChanges {
                $0.content = text("1")
                $0.error = "half of it"
            })
        #expect(try await test.client.properties(of: .a).error == "half of it")
        // The answer to a tap.
        try await test.client.invokeAction("tap", of: .a)
        #expect(try await test.client.properties(of: .a).error == "")
    }

    @Test func anIdenticalPushMovesTheAgeAndSaysSoOnceAMinute() async throws {
        let test = try await start()
        var told: [UInt64] = []
        for _ in 0..<12 {
            time.advance(by: .seconds(10))
            let signals = try await test.signals {
                let revision = try await test.client.updateWidget(.a, .content("1"))
                #expect(revision == 1)
            }
            let now = time.clock.wall()
            #expect(try await test.client.properties(of: .a).updatedAt == now)
            let known = try await test.client.widgets()[TodayBus.path(of: .a)]
            #expect(known?["UpdatedAt"] == .uint64(now.microseconds))
            #expect(signals.isEmpty || signals == ["A: UpdatedAt"])
            if !signals.isEmpty { told.append(now.microseconds) }
        }
        #expect(told.count == 2 && told[1] - told[0] == 60_000_000)
    }

    @Test func whatIsSignalledForAnotherReasonTakesTheAgeAlong() async throws {
        let test = try await start()
        let signals = try await test.signals {
            time.advance(by: .seconds(10))
            try await test.client.updateWidget(.a, .content("1"))
            try await test.client.arrange([])
            time.advance(by: .seconds(10))
            try await test.client.updateWidget(.a, .content("1"))
            try await test.client.updateWidget(.a, WidgetChanges { $0.error = "offline" })
        }
        #expect(signals == ["A: Arranged UpdatedAt", "center: Arrangement Today", "A: Error ErrorKind UpdatedAt"])
    }

    @Test func aRunWithNothingNewConfirmsToo() async throws {
        let test = try await start()
        try await test.client.updateWidget(.a, WidgetChanges { $0.error = "offline" })
        time.advance(by: .seconds(10))
        #expect(try await test.client.performUpdate(.a) == .noData)
        let a = try await test.client.properties(of: .a)
        #expect(a.updatedAt == time.clock.wall() && a.error == "" && a.revision == 1)
    }

    /// The interval starts at the push.
    @Test func itIsNotDueBefore() async throws {
        let test = try await start()
        try await test.client.beginViewing()
        let start = time.clock.boot()
        time.advance(by: .seconds(600))
        try await test.client.updateWidget(.a, .content("1"))
        #expect(await test.center.due(TodayBus.path(of: .a)) == UpdateTiming.Due(start + 1_500_000_000_000, .interval))
    }

    /// `Explain` no longer reports a failure whose error is cleared, but still reports one whose error remains.
    @Test func theFailureIsOverWithItsError() async throws {
        let test = try await start { _ in ("failed", ["Error": "offline"]) }
        #expect(try await test.client.performUpdate(.a) == .failed)
        func message() async throws -> String {
            try await test.client.explain(.a)["Message"]?.text ?? ""
        }
        try await test.client.setHasContent(true, for: .a)
        #expect(try await message().contains("failed (offline)"))
        try await test.client.updateWidget(.a, .content("1"))
        #expect(try await !message().contains("failed"))
    }

    @Test func anErrorAloneConfirmsNothing() async throws {
        let test = try await start()
        let before = try await test.client.properties(of: .a).updatedAt
        time.advance(by: .seconds(600))
        try await test.client.updateWidget(.a, WidgetChanges { $0.error = "offline" })
        #expect(try await test.client.properties(of: .a).updatedAt == before)
    }
}
