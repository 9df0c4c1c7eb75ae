import Testing
import TodayModel

@testable import TodayHost

@Suite struct ViewGracePeriodTests {
    private let content = TodayView(center: .available, today: ["a.a"])
    private let other = TodayView(center: .available, today: ["a.b"])
    private let none = TodayView(center: .unavailable("it has gone"))

    private let start = ContinuousClock.now

    private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func aRestartIsNotSeen() {
        var steady = ViewGracePeriod()
        let is1 = steady.take(content, now: time(0))
        #expect(is1)
        let is2 = steady.take(none, now: time(10))
        #expect(!is2)
        let is3 = steady.take(TodayView(center: .connecting), now: time(20))
        #expect(!is3)
        #expect(steady.shown == content)
        let is4 = steady.take(other, now: time(30))
        #expect(is4)
        #expect(steady.shown == other && steady.due == nil)
        let is5 = steady.pass(time(10_000))
        #expect(!is5)
    }

    @Test func aCenterThatStaysAwayIsAdmitted() {
        var steady = ViewGracePeriod()
        _ = steady.take(content, now: time(0))
        _ = steady.take(none, now: time(10))
        let due = time(10) + ViewGracePeriod.patience
        #expect(steady.due == due)
        let is6 = steady.take(TodayView(center: .unavailable("another reason")), now: time(1000))
        #expect(!is6)
        #expect(steady.due == due, "a second word buys no time")
        let is7 = steady.pass(due - .milliseconds(1))
        #expect(!is7)
        let is8 = steady.pass(due)
        #expect(is8)
        #expect(steady.shown == content && steady.absence == "another reason" && steady.due == nil)
        let isOther = steady.take(none, now: due + .milliseconds(1))
        #expect(isOther && steady.absence == "it has gone" && steady.due == nil)
        let isBack = steady.take(content, now: due + .milliseconds(2))
        #expect(isBack && steady.absence == nil)
    }

    @Test func whereThereWasNothingThePageSaysSo() {
        var steady = ViewGracePeriod()
        _ = steady.take(TodayView(center: .available), now: time(0))
        _ = steady.take(none, now: time(0))
        let isOther = steady.pass(time(0) + ViewGracePeriod.patience)
        #expect(isOther && steady.shown == none && steady.absence == nil)
    }

    @Test func theCenterIsLookedForLessAndLessOften() {
        var delay = RetryDelay()
        #expect((0..<6).map { _ in delay.next() } == [1000, 2000, 4000, 8000, 10_000, 10_000])
    }

    @Test func withoutContentEverythingIsShownAtOnce() {
        var steady = ViewGracePeriod()
        let is9 = steady.take(TodayView(center: .connecting), now: time(0))
        #expect(!is9)
        let is10 = steady.take(none, now: time(0))
        #expect(is10)
        let is11 = steady.take(none, now: time(0))
        #expect(!is11)
        let is12 = steady.take(TodayView(center: .connecting), now: time(0))
        #expect(is12)
        let is13 = steady.take(content, now: time(0))
        #expect(is13)
    }

    @Test func pagesSayWhatToDo() throws {
        let long = String(repeating: "x", count: 5000)
        let words = try #require(TodayPage.unavailable(reason: long).words)
        #expect(words.offer == .tryAgain && words.explanation.count < 600)
        #expect(TodayPage.nothingArranged.words?.offer == .edit)
        #expect(TodayPage.noWidgets.words?.offer == nil)
        #expect(TodayPage.cards.words == nil)
    }
}
