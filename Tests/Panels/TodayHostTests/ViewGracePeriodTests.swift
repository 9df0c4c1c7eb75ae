import Testing
import TodayModel

@testable import TodayHost

@Suite struct ViewGracePeriodTests {
    private let content = TodayView(center: .available, today: ["a.a"])
    private let other = TodayView(center: .available, today: ["a.b"])
    private let none = TodayView(center: .unavailable(.notRunning))

    private let start = ContinuousClock.now

    private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func aRestartIsNotSeen() {
        var period = ViewGracePeriod()
        let is1 = period.apply(content, now: time(0))
        #expect(is1)
        let is2 = period.apply(none, now: time(10))
        #expect(!is2)
        let is3 = period.apply(TodayView(center: .connecting), now: time(20))
        #expect(!is3)
        #expect(period.shown == content)
        let is4 = period.apply(other, now: time(30))
        #expect(is4)
        #expect(period.shown == other && period.due == nil)
        let is5 = period.pass(time(10_000))
        #expect(!is5)
    }

    @Test func aCenterThatStaysAwayIsAdmitted() {
        var period = ViewGracePeriod()
        _ = period.apply(content, now: time(0))
        _ = period.apply(none, now: time(10))
        let due = time(10) + ViewGracePeriod.length
        #expect(period.due == due)
        let is6 = period.apply(TodayView(center: .unavailable(.replaced)), now: time(1000))
        #expect(!is6)
        #expect(period.due == due, "a second word buys no time")
        let is7 = period.pass(due - .milliseconds(1))
        #expect(!is7)
        let is8 = period.pass(due)
        #expect(is8)
        #expect(period.shown == content && period.absence == .replaced && period.due == nil)
        let isOther = period.apply(none, now: due + .milliseconds(1))
        #expect(isOther && period.absence == .notRunning && period.due == nil)
        let isBack = period.apply(content, now: due + .milliseconds(2))
        #expect(isBack && period.absence == nil)
    }

    @Test func whereThereWasNothingThePageSaysSo() {
        var period = ViewGracePeriod()
        _ = period.apply(TodayView(center: .available), now: time(0))
        _ = period.apply(none, now: time(0))
        let isOther = period.pass(time(0) + ViewGracePeriod.length)
        #expect(isOther && period.shown == none && period.absence == nil)
    }

    @Test func theCenterIsLookedForLessAndLessOften() {
        var delay = RetryDelay()
        #expect((0..<6).map { _ in delay.next() } == [1000, 2000, 4000, 8000, 10_000, 10_000])
    }

    @Test func withoutContentEverythingIsShownAtOnce() {
        var period = ViewGracePeriod()
        let is9 = period.apply(TodayView(center: .connecting), now: time(0))
        #expect(!is9)
        let is10 = period.apply(none, now: time(0))
        #expect(is10)
        let is11 = period.apply(none, now: time(0))
        #expect(!is11)
        let is12 = period.apply(TodayView(center: .connecting), now: time(0))
        #expect(is12)
        let is13 = period.apply(content, now: time(0))
        #expect(is13)
    }

    @Test func pagesSayWhatToDo() throws {
        let long = String(repeating: "x", count: 5000)
        let words = try #require(TodayPage.unavailable(reason: .cannotStart(long)).words)
        #expect(words.offer == .tryAgain && words.explanation.count < 600)
        #expect(TodayPage.nothingArranged.words?.offer == .add)
        #expect(TodayPage.noWidgets.words?.offer == nil)
        #expect(TodayPage.cards.words == nil)
    }
}
