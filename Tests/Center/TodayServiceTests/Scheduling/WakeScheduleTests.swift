import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

@Suite struct WakeScheduleTests {
    @Test func nothingIsWaitedForWhenNothingIsDue() {
        var schedule = WakeSchedule<String>()
        #expect(schedule.wakeTime == nil)
        schedule.plan("a", Window(5, 9))
        #expect(schedule.wakeTime == 9 && schedule.count == 1)
        schedule.plan("a", nil)
        #expect(schedule.wakeTime == nil)
    }

    @Test func whatIsDueWithinOneWindowRunsTogether() {
        var schedule = WakeSchedule<String>()
        schedule.plan("late", Window(20, 30))
        schedule.plan("second", Window(9, 40))
        schedule.plan("first", Window(5, 10))
        #expect(schedule.popDue(at: 9) == [])
        #expect(schedule.wakeTime == 10)
        #expect(schedule.popDue(at: 10) == ["first", "second"])
        #expect(schedule.wakeTime == 30)
    }

    @Test func nothingBeginsBeforeItsWindow() {
        var schedule = WakeSchedule<String>()
        schedule.plan("a", Window(at: 10))
        schedule.plan("b", Window(at: 11))
        #expect(schedule.popDue(at: 10) == ["a"])
        #expect(schedule.popDue(at: 10) == [])
    }

    @Test func whatWasMissedIsTakenOldestFirst() {
        var schedule = WakeSchedule<String>()
        schedule.plan("b", Window(3, 7))
        schedule.plan("a", Window(4, 6))
        schedule.plan("open", Window(5, 8))
        #expect(schedule.popMissed(until: 7) == ["a", "b"])
        #expect(schedule.count == 1 && schedule.wakeTime == 8)
    }

    @Test func aWidgetThatGoesTakesItsPlanWithIt() {
        var schedule = WakeSchedule<String>()
        schedule.plan("a", Window(at: 10))
        #expect(schedule.count == 1)
        schedule.plan("a", nil)
        #expect(schedule.count == 0)
        #expect(schedule.popDue(at: 10) == [])
    }
}

@Suite struct BatchingTests {
    private static let second: UInt64 = 1_000_000_000

    private func window(
        _ reason: UpdateReason, interval: UInt64?, isViewing: Bool = false, jitter: (UInt64) -> UInt64 = { _ in 0 }
    ) -> Window {
        WakeBatching.window(for: .init(1000, reason), interval: interval, isViewing: isViewing, jitter: jitter)
    }

    @Test func aBackgroundIntervalHasJitterAndSlackOfATenth() {
        #expect(window(.interval, interval: 100) == Window(1000, 1010))
        #expect(window(.interval, interval: 100, jitter: { $0 }) == Window(1010, 1020))
        #expect(window(.interval, interval: 900 * Self.second).latest == 1000 + 30 * Self.second)
        #expect(window(.interval, interval: 900 * Self.second, jitter: { $0 }).earliest == 1000 + 90 * Self.second)
    }

    @Test func whatHasATimeOfItsOwnIsKeptToASecond() {
        #expect(window(.nextUpdate, interval: 900 * Self.second) { $0 } == Window(1000, 1000 + Self.second))
        #expect(window(.interval, interval: nil) { $0 } == Window(1000, 1000 + Self.second))
    }

    @Test(arguments: [UpdateReason.hasContent, .wake, .visible])
    func whatIsToBeNowIsNow(_ reason: UpdateReason) {
        #expect(window(reason, interval: 900 * Self.second) { $0 } == Window(at: 1000))
    }

    @Test(arguments: UpdateReason.allCases) func whereSomebodyLooksItIsExact(_ reason: UpdateReason) {
        #expect(window(reason, interval: 900 * Self.second, isViewing: true) { $0 } == Window(at: 1000))
    }

    @Test func timeDoesNotOverflow() {
        let window = WakeBatching.window(
            for: .init(.max - 1, .interval), interval: 900 * Self.second, isViewing: false, jitter: { $0 })
        #expect(window == Window(at: .max))
    }
}

@Suite struct JitterTests {
    @Test func itIsTheSameForOneSeedWidgetAndUpdate() {
        let values = [
            Jitter(seed: 1).value(upTo: 1 << 40, of: "a", cycle: 1),
            Jitter(seed: 2).value(upTo: 1 << 40, of: "a", cycle: 1),
            Jitter(seed: 1).value(upTo: 1 << 40, of: "b", cycle: 1),
            Jitter(seed: 1).value(upTo: 1 << 40, of: "a", cycle: 2),
        ]
        #expect(values[0] == Jitter(seed: 1).value(upTo: 1 << 40, of: "a", cycle: 1))
        #expect(Set(values).count == 4)
    }

    @Test func itIsSpreadOverTheWholeRange() {
        var counts = [Int](repeating: 0, count: 10)
        for cycle in 0..<1000 { counts[Int(Jitter(seed: 7).value(upTo: 9, of: "a", cycle: UInt64(cycle)))] += 1 }
        #expect(counts.allSatisfy { (50...150).contains($0) }, "\(counts)")
        #expect(Jitter(seed: 7).value(upTo: 0, of: "a", cycle: 1) == 0)
    }
}
