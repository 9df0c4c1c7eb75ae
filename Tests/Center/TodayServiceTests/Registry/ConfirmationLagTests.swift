import DBusTesting
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

@Suite struct ConfirmationLagTests {
    private static let second: UInt64 = 1_000_000
    private static let start: UInt64 = 1000 * second

    /// Returns the properties that are emitted at each of these moments, in seconds after everything was last emitted.
    private func told(_ moments: [(second: UInt64, changed: Set<WidgetMember>)]) -> [Set<WidgetMember>] {
        var lag = ConfirmationLag()
        lag.settle(at: Timestamp(microseconds: Self.start))
        var time = Self.start
        return moments.map { moment in
            // An age changes with whatever confirms.
            if moment.changed.contains(.updatedAt) { time = Self.start + moment.second * Self.second }
            return lag.emit(moment.changed, updatedAt: Timestamp(microseconds: time))
        }
    }

    @Test func anAgeAloneIsToldOnceAMinute() {
        #expect(told([(59, [.updatedAt]), (60, [.updatedAt])]) == [[], [.updatedAt]])
        #expect(told([(3600, [.updatedAt])]) == [[.updatedAt]])
        let every10 = (1...60).map { (second: UInt64($0 * 10), changed: Set([WidgetMember.updatedAt])) }
        #expect(told(every10).count { !$0.isEmpty } == 10)
    }

    @Test func whateverElseIsToldTakesItAlong() {
        #expect(told([(1, [.updatedAt, .error])]) == [[.updatedAt, .error]])
        #expect(told([(1, [.updatedAt]), (2, [.displayMode])]) == [[], [.displayMode, .updatedAt]])
        // The age counts as emitted then.
        #expect(told([(30, [.updatedAt]), (40, [.state]), (50, [.state])]) == [[], [.state, .updatedAt], [.state]])
        #expect(
            told([(30, [.updatedAt, .error]), (89, [.updatedAt]), (90, [.updatedAt])]).map(\.isEmpty) == [
                false, true, false,
            ])
    }

    @Test func nothingIsNothing() {
        #expect(told([(1, []), (2, [.state]), (90, [])]) == [[], [.state], []])
        #expect(told([(1, [.updatedAt]), (90, [])]) == [[], []])
    }

    /// However often it is confirmed, and whatever else changes: what panels know is less than a minute old, and each
    /// signal for the age alone is a minute after the last one.
    @Test(arguments: 0..<50)
    func panelsAreNeverWrongByAMinute(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var lag = ConfirmationLag()
        var (now, updatedAt, told, alone) = (Self.start, UInt64(0), UInt64(0), UInt64(0))
        for _ in 0..<1000 {
            now += UInt64.random(in: 0...(seed.isMultiple(of: 2) ? 5 : 100) * Self.second, using: &random)
            var changed: Set<WidgetMember> = Int.random(in: 0..<10, using: &random) == 0 ? [.state] : []
            if Bool.random(using: &random) {
                changed.insert(.updatedAt)
                updatedAt = now
            }
            let signalled = lag.emit(changed, updatedAt: Timestamp(microseconds: updatedAt))
            if signalled.contains(.updatedAt) { told = updatedAt }
            if signalled == [.updatedAt] {
                #expect(now - alone >= 60 * Self.second)
                alone = now
            }
            #expect(updatedAt - told < 60 * Self.second)
            #expect(!changed.contains(.state) || signalled.contains(.state) && told == updatedAt)
        }
    }

    /// The time of day was set back.
    @Test func anEarlierTimeIsToldToo() {
        var lag = ConfirmationLag()
        lag.settle(at: Timestamp(microseconds: Self.start))
        let earlier = Timestamp(microseconds: Self.start - 600 * Self.second)
        #expect(lag.isStoreDue(updatedAt: earlier))
        #expect(lag.emit([.updatedAt], updatedAt: earlier) == [.updatedAt])
    }
}
