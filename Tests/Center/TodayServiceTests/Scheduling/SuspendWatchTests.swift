import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

@Suite struct SuspendWatchTests {
    private static let second = SuspendWatch.shortest

    @Test func aClockThatStoodStillTellsIt() {
        // A suspend before the start doesn't count.
        var watch = SuspendWatch(boot: 100 * Self.second, steady: 0)
        #expect(watch.detectSuspension(boot: 200 * Self.second, steady: 100 * Self.second) == false)
        #expect(watch.detectSuspension(boot: 301 * Self.second, steady: 200 * Self.second) == true)
        // Once.
        #expect(watch.detectSuspension(boot: 302 * Self.second, steady: 201 * Self.second) == false)
    }

    @Test func aThreadThatHasToWaitBetweenTheClocksIsNoSuspend() {
        var watch = SuspendWatch(boot: 10 * Self.second, steady: 10 * Self.second)
        #expect(watch.detectSuspension(boot: 20 * Self.second, steady: 25 * Self.second) == false)
        #expect(watch.detectSuspension(boot: 30 * Self.second, steady: 30 * Self.second) == false)
    }

    @Test func lessThanASecondIsNone() {
        var watch = SuspendWatch(boot: 0, steady: 0)
        #expect(watch.detectSuspension(boot: Self.second, steady: 1) == false)
        #expect(watch.detectSuspension(boot: 3 * Self.second, steady: Self.second) == true)
    }
}

@Suite struct DayCountTests {
    @Test func itBeginsAnewEachDay() {
        var count = DayCount()
        #expect(count.count(on: 5) == 0)
        count.increment(on: 5)
        count.increment(on: 5)
        #expect(count.count(on: 5) == 2 && count.count(on: 6) == 0)
        count.increment(on: 6)
        #expect(count.count(on: 6) == 1)
        // A clock that is set back makes another day, too.
        #expect(count.count(on: 5) == 0)
    }

    @Test func aDayLastsFromMidnightToMidnight() {
        let now = ServiceClock.system.wall()
        let day: UInt64 = 86_400_000_000
        #expect(Timestamp(microseconds: now.microseconds + day * 7).localDay == now.localDay + 7)
        let changes = (0..<48).count {
            Timestamp(microseconds: day * 20000 + $0 * day / 24).localDay
                != Timestamp(microseconds: day * 20000 + ($0 + 1) * day / 24).localDay
        }
        #expect(changes == 2)
        _ = Timestamp(microseconds: .max).localDay
    }
}
