import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Widgets that were never updated get an update although no panel is visible. Time passes by hand.
@Suite(.serialized) struct FirstUpdateTests {
    private let time = HandClock()

    private func start(_ manifests: [String: String] = [:]) async throws -> TestCenter {
        try await TestCenter.start(manifests: manifests, clock: time.clock) {
            $0.firstUpdate = .seconds(2)
            $0.provider = .seconds(60)
        }
    }

    private func pass(_ duration: Duration, in test: TestCenter) async {
        time.advance(by: duration)
        await test.center.alarmFired()
    }

    @Test func itComesWithinTenSecondsAndOnce() async throws {
        let test = try await start()
        let provider = try await test.register(.a, definition: { $0.updateInterval = 0 })
        let start = time.clock.boot()
        let due = try #require(await test.center.due(TodayBus.path(of: .a)))
        #expect(due.reason == .start && due.time >= start + 2_000_000_000 && due.time <= start + 10_000_000_000)
        await pass(.milliseconds(1999), in: test)
        #expect(provider.calls.isEmpty)
        await pass(.seconds(10), in: test)
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        #expect(provider.calls == ["PerformUpdate start"])
        #expect(await test.center.schedule.wakeTime == nil)
        #expect(try await ExplainTests.reason(.a, in: test) == "hidden")
    }

    @Test func untilThenExplainTellsOfIt() async throws {
        let test = try await start()
        try await test.register(.a, definition: { $0.updateInterval = 0 })
        let message = try await test.client.explain(.a)["Message"]?.text ?? ""
        #expect(message.hasPrefix("org.example.A hasn’t been updated yet; the next update is in "), "\(message)")
    }

    /// The interval counts from it, and one that fails is tried again then.
    @Test func oneThatFailsIsTriedAgainAsUsual() async throws {
        let test = try await start()
        for (identifier, interval) in [(WidgetIdentifier.a, 900), (.b, 0)] as [(WidgetIdentifier, UInt32)] {
            try await test.register(
                identifier, update: { _ in ("failed", ["Error": ""]) }, definition: { $0.updateInterval = interval })
        }
        await pass(.seconds(11), in: test)
        try await test.signals.wait(for: 2) { $0.member == CenterMember.widgetUpdated }
        let now = time.clock.boot()
        #expect(await test.center.due(TodayBus.path(of: .a)) == UpdateTiming.Due(now + 900_000_000_000, .interval))
        #expect(await test.center.due(TodayBus.path(of: .b)) == nil)
        // That is how the next center knows that it was tried.
        #expect(await test.center.record(at: TodayBus.path(of: .b))?.isUntried == false)
    }

    @Test func manyAreSpread() async throws {
        let test = try await start()
        let start = time.clock.boot()
        for number in 0..<20 { try await test.register(try WidgetIdentifier("org.example.W\(number)")) }
        var times: [UInt64] = []
        for path in await test.center.objects {
            times.append(try #require(await test.center.due(path)).time - start)
        }
        #expect(times.allSatisfy { (2_000_000_000...10_000_000_000).contains($0) })
        // However the dice fall: in four halves of the span and more.
        #expect(Set(times.map { $0 / 1_000_000_000 }).count >= 4)
        await pass(.seconds(11), in: test)
        #expect(await test.center.limiter.runningCount <= UpdateLimiter<ObjectPath>.limit)
        try await test.signals.wait(for: 20) { $0.member == CenterMember.widgetUpdated }
    }

    @Test func othersAreLeftAlone() async throws {
        let test = try await start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let left = try await test.register(.b, definition: { $0.arranged = false })
        let hidden = try await test.register(.c, definition: { $0.changes.hasContent = false })
        let given = try await test.register("org.example.D", definition: { $0.changes = .content("given") })
        let pushed = try await test.register("org.example.E")
        try await test.client.updateWidget("org.example.E", .content("pushed"))
        await pass(.seconds(60), in: test)
        for provider in [left, hidden, given, pushed] { #expect(provider.calls.isEmpty) }
        #expect(await !test.center.isUpdating)
        // A widget that is added to the view later gets its first update then.
        try await test.client.arrange([.a, .b])
        try await test.signals.wait { $0.brief == "WidgetUpdated B no-data" }
        #expect(left.calls == ["PerformUpdate start"])
    }

    @Test func whoeverLooksBeforeHasItAtOnce() async throws {
        let test = try await start()
        let provider = try await test.register(.a)
        try await test.client.beginViewing()
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        await pass(.seconds(11), in: test)
        #expect(provider.calls.filter { $0.hasPrefix("PerformUpdate") } == ["PerformUpdate visible"])
        #expect(await !test.center.isUpdating)
    }

    /// The first content in a manifest doesn't keep the widget from its first update.
    @Test func aManifestsFirstContentIsNoUpdate() async throws {
        let manifest = "Content={\"kind\":\"text\",\"text\":\"soon\"}\nExec=" + TestCenter.provider("good")
        let test = try await start(["org.example.A": manifest])
        #expect(try await test.client.properties(of: .a).content == text("soon"))
        await pass(.seconds(11), in: test)
        try await test.signals.wait { $0.brief == "WidgetUpdated A new-data" }
        #expect(try await test.client.properties(of: .a).content == text("update 1"))
    }
}
