import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Widgets that become due by themselves. Time passes by hand, so ``UpdatePlanner/alarmFired(_:)`` stands for the kernel's timer
/// where time has passed; where something is due at once the timer itself fires.
@Suite(.serialized) struct FreshnessOnBusTests {
    private static func identifier(_ number: Int) -> WidgetIdentifier {
        // They are valid: letters and digits.
        (try? WidgetIdentifier("org.example.W\(number)")) ?? .a
    }

    /// A center whose time passes by hand. Providers have all the time that a loaded machine takes.
    private static func center(
        _ time: HandClock, timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> TestCenter {
        try await TestCenter.start(clock: time.clock) {
            $0.provider = .seconds(60)
            timing(&$0)
        }
    }

    /// Time passes.
    private static func pass(_ duration: Duration, _ time: HandClock, in test: TestCenter) async {
        time.advance(by: duration)
        await test.center.alarmFired()
    }

    private static func updates(_ test: TestCenter, of brief: String, _ count: Int) async throws {
        try await test.signals.wait(for: count, within: .seconds(60)) { $0.brief == "WidgetUpdated \(brief) no-data" }
    }

    @Test func anIntervalIsExactWhereSomebodyLooks() async throws {
        let time = HandClock()
        let test = try await Self.center(time)
        let provider = try await test.register(.a)
        try await test.client.beginViewing()
        try await Self.updates(test, of: "A", 1)
        await Self.pass(.seconds(900) - .nanoseconds(1), time, in: test)
        #expect(await !test.center.isUpdating)
        await Self.pass(.nanoseconds(1), time, in: test)
        try await Self.updates(test, of: "A", 2)
        #expect(provider.calls == ["Appear", "PerformUpdate visible", "PerformUpdate interval"])
    }

    @Test func inTheBackgroundItIsNotEarlierAndALittleLater() async throws {
        let time = HandClock()
        let test = try await Self.center(time) { $0.jitterSeed = 1 }
        let provider = try await test.register(.a)
        let start = time.clock.boot()
        let end = try #require(await test.center.schedule.wakeTime)
        #expect(end > start + 930_000_000_000 && end <= start + 1_020_000_000_000)
        await Self.pass(.seconds(900), time, in: test)
        #expect(await !test.center.isUpdating)
        // Looking again does not throw the dice again.
        await test.center.lookAgain(at: TodayBus.path(of: .a))
        #expect(await test.center.schedule.wakeTime == end)
        await Self.pass(.nanoseconds(end - time.clock.boot()), time, in: test)
        try await Self.updates(test, of: "A", 1)
        #expect(provider.calls == ["PerformUpdate interval"])
    }

    /// Two that are due within one window cost one wake-up.
    @Test func whatIsDueTogetherRunsTogether() async throws {
        let time = HandClock()
        let test = try await Self.center(time)
        let wall = time.clock.wall().microseconds
        for (identifier, wish) in [(WidgetIdentifier.a, 60_000_000), (.b, 60_900_000), (.c, 61_100_000)] {
            try await test.register(identifier)
            let time = Timestamp(microseconds: wall + UInt64(wish))
            try await test.client.updateWidget(identifier, WidgetChanges { $0.nextUpdate = time })
        }
        await Self.pass(.milliseconds(60_950), time, in: test)
        #expect(await !test.center.isUpdating)
        await Self.pass(.milliseconds(50), time, in: test)
        try await Self.updates(test, of: "A", 1)
        try await Self.updates(test, of: "B", 1)
        #expect(!test.signals.signals.contains { $0.brief == "WidgetUpdated C no-data" })
        #expect(await test.center.schedule.count == 3)
    }

    @Test func whatIsDueTogetherBeginsAFewAtATime() async throws {
        let time = HandClock()
        let test = try await Self.center(time)
        let began = Recorder<Int>()
        let gate = Gate()
        let count = 20
        for number in 0..<count {
            try await test.register(
                Self.identifier(number),
                update: { _ in
                    began.record(number)
                    await gate.pass()
                    return ("no-data", [:])
                })
        }
        await Self.pass(.seconds(7200), time, in: test)
        let limit = UpdateLimiter<ObjectPath>.limit
        try await began.wait { $0.count == limit }
        #expect(await test.center.limiter.runningCount == limit)
        // An update that a client asks for doesn't wait.
        let waiting = try #require((0..<count).first { !began.elements.contains($0) })
        #expect(try await ExplainTests.reason(Self.identifier(waiting), in: test) == "interval")
        let client = test.client
        async let asked = client.performUpdate(Self.identifier(waiting))
        try await began.wait { $0.count == limit + 1 }
        #expect(began.elements.last == waiting)
        gate.open()
        #expect(try await asked == .noData)
        try await began.wait { $0.count == count }
        try await test.signals.wait(for: count, within: .seconds(60)) { $0.member == CenterMember.widgetUpdated }
        #expect(Set(began.elements).count == count && began.elements.count == count)
        #expect(await test.center.limiter.runningCount == 0)
    }

    @Test func oneThatHidesWhileItWaitsIsNotUpdated() async throws {
        let time = HandClock()
        let test = try await Self.center(time)
        let began = Recorder<Int>()
        let gate = Gate()
        let limit = UpdateLimiter<ObjectPath>.limit
        for number in 0...limit {
            try await test.register(
                Self.identifier(number),
                update: { _ in
                    began.record(number)
                    await gate.pass()
                    return ("no-data", [:])
                })
        }
        await Self.pass(.seconds(7200), time, in: test)
        try await began.wait { $0.count == limit }
        let waiting = try #require((0...limit).first { !began.elements.contains($0) })
        try await test.client.setHasContent(false, for: Self.identifier(waiting))
        gate.open()
        try await test.signals.wait(for: limit, within: .seconds(60)) { $0.member == CenterMember.widgetUpdated }
        #expect(!began.elements.contains(waiting))
        #expect(await test.center.limiter.runningCount == 0)
    }

    // MARK: Suspend

    @Test func afterASuspendEachRunsOnceOneAfterTheOther() async throws {
        let time = HandClock()
        let test = try await Self.center(time)
        let all = Recorder<String>()
        for number in 0..<5 {
            try await test.register(
                Self.identifier(number),
                update: { context in
                    all.record(context["Reason"]?.text ?? "")
                    return ("no-data", [:])
                })
        }
        // One that is not due yet.
        try await test.register(.a, definition: { $0.updateInterval = 1_000_000 })
        time.suspend(for: .seconds(36_000))
        await test.center.alarmFired()
        try await all.wait { $0.count == 1 }
        #expect(
            try await ExplainTests.explanations(in: test).contains { $0.contains("while the computer was suspended") })
        try await test.signals.wait { $0.member == CenterMember.widgetUpdated }
        for count in 2...5 {
            await Self.pass(.milliseconds(999), time, in: test)
            #expect(await !test.center.isUpdating)
            #expect(all.elements.count == count - 1)
            await Self.pass(.milliseconds(1), time, in: test)
            try await test.signals.wait(for: count, within: .seconds(60)) { $0.member == CenterMember.widgetUpdated }
        }
        #expect(all.elements == Array(repeating: "wake", count: 5))
        await Self.pass(.seconds(60), time, in: test)
        #expect(await !test.center.isUpdating)
        #expect(all.elements.count == 5)
    }

    /// The interval keeps running while the machine is suspended.
    @Test func aSuspendCounts() async throws {
        let time = HandClock()
        let test = try await Self.center(time)
        let provider = try await test.register(.a)
        try await test.client.beginViewing()
        try await Self.updates(test, of: "A", 1)
        time.suspend(for: .seconds(600))
        await test.center.alarmFired()
        await Self.pass(.seconds(300), time, in: test)
        try await Self.updates(test, of: "A", 2)
        // It was not missed: it became due later.
        #expect(provider.calls == ["Appear", "PerformUpdate visible", "PerformUpdate interval"])
    }

    // MARK: The time of day

    @Test func aWishFollowsTheTimeOfDay() async throws {
        let time = HandClock()
        let test = try await Self.center(time)
        let provider = try await test.register(.a, definition: { $0.updateInterval = 0 })
        let start = time.clock.wall().microseconds
        #expect(await test.center.clockWidgets.isEmpty)
        let wish = Timestamp(microseconds: start + 3_600_000_000)
        try await test.client.updateWidget(.a, WidgetChanges { $0.nextUpdate = wish })
        #expect(await test.center.clockWidgets == [TodayBus.path(of: .a)])
        // Back by ten minutes: it is that much longer now.
        time.setWall(Timestamp(microseconds: start - 600_000_000))
        await test.center.clockChanged()
        #expect(await test.center.schedule.wakeTime == time.clock.boot() + 4_201_000_000_000)
        // Forward past it: the timer fires by itself.
        time.setWall(Timestamp(microseconds: start + 3_601_000_000))
        await test.center.clockChanged()
        try await Self.updates(test, of: "A", 1)
        #expect(provider.calls == ["PerformUpdate next-update"])
        #expect(await test.center.clockWidgets.isEmpty)
        #expect(await test.center.schedule.wakeTime == nil)
    }

    // MARK: Nothing to do

    @Test func whatWillNotBeDueIsNotWaitedFor() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.register(.b, definition: { $0.updateInterval = 0 })
        try await test.register(.c)
        #expect(await test.center.schedule.count == 1)
        try await test.client.setHasContent(false, for: .c)
        #expect(await test.center.schedule.wakeTime == nil)
        try await test.client.arrange(["org.example.A", "org.example.B"])
        try await test.client.setHasContent(true, for: .c)
        #expect(await test.center.schedule.wakeTime == nil)
        try await test.client.arrange(["org.example.C"])
        try await Self.updates(test, of: "C", 1)
        try await test.client.unregisterWidget(.c)
        #expect(await test.center.schedule.wakeTime == nil)
    }
}

extension Center {
    /// Whether any widget is being updated.
    var isUpdating: Bool { registry.widgets.contains { $0.run.isRunning } }
    fileprivate func lookAgain(at path: ObjectPath) { registry[path].map { reschedule($0) } }
    fileprivate var clockWidgets: Set<ObjectPath> { planner.alarms.clockWidgets }
}
