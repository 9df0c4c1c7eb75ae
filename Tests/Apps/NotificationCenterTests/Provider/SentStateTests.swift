import DBus
import Testing
import TodayModel

@testable import NotificationCenter

@Suite struct SentStateTests {
    private func state(_ text: String) -> WidgetChanges {
        var state = WidgetChanges()
        state.content = Content(kind: "text", attributes: ["text": .string(text)])
        state.preferredContentSize = Size(width: 0, height: 37)
        state.marginInsets = .asProposed
        state.largestDisplayMode = .expanded
        return state
    }

    @Test func theFirstAnswerIsComplete() {
        var sent = SentState()
        #expect(sent.changes(to: state("a"), for: ":1.1") == state("a"))
        #expect(sent.hasContent(for: ":1.1"))
    }

    @Test func laterOnesHoldWhatChanged() {
        var sent = SentState()
        _ = sent.changes(to: state("a"), for: ":1.1")
        #expect(sent.changes(to: state("a"), for: ":1.1").isEmpty)
        var wanted = WidgetChanges()
        wanted.content = state("b").content
        #expect(sent.changes(to: state("b"), for: ":1.1") == wanted)
    }

    @Test func anotherReceiverIsToldEverything() {
        var sent = SentState()
        _ = sent.changes(to: state("a"), for: ":1.1")
        #expect(!sent.hasContent(for: ":1.2"))
        #expect(sent.changes(to: state("a"), for: ":1.2") == state("a"))
        #expect(!sent.hasContent(for: ":1.1"))
    }

    @Test func requestsAlwaysGoOut() {
        var sent = SentState()
        var request = state("a")
        request.displayMode = .compact
        request.nextUpdate = Timestamp(microseconds: 5)
        _ = sent.changes(to: request, for: nil)
        let again = sent.changes(to: request, for: nil)
        #expect(again.displayMode == .compact && again.nextUpdate == request.nextUpdate && again.content == nil)
    }

    @Test func whatIsForgottenGoesOutAgain() {
        var sent = SentState()
        _ = sent.changes(to: state("a"), for: nil)
        sent.reset()
        #expect(!sent.hasContent(for: nil))
        #expect(sent.changes(to: state("a"), for: nil) == state("a"))
    }

    /// The last report may have been a failure: content clears the failure.
    @Test func afterAFailureTheSameContentGoesOutOnceMore() {
        var sent = SentState()
        _ = sent.changes(to: state("a"), for: ":1.1")
        sent.fail()
        #expect(sent.hasContent(for: ":1.1"))
        var wanted = WidgetChanges()
        wanted.content = state("a").content
        #expect(sent.changes(to: state("a"), for: ":1.1") == wanted)
        #expect(sent.changes(to: state("a"), for: ":1.1").isEmpty)
    }

    @Test func theSameContentIsConfirmedOnceAMinute() {
        var sent = SentState()
        let start = MonotonicTime.now
        _ = sent.changes(to: state("a"), for: ":1.1", at: start)
        var wanted = WidgetChanges()
        wanted.content = state("a").content
        func confirmation(_ seconds: Int) -> WidgetChanges {
            sent.confirmation(of: state("a"), for: ":1.1", at: start + .seconds(seconds))
        }
        #expect(confirmation(59).isEmpty)
        #expect(confirmation(60) == wanted)
        #expect(confirmation(119).isEmpty)
        // An answer confirms nothing by itself.
        #expect(sent.changes(to: state("a"), for: ":1.1", at: start + .seconds(600)).isEmpty)
        #expect(confirmation(600) == wanted)
        #expect(sent.confirmation(of: state("b"), for: ":1.1", at: start + .seconds(601)).content == state("b").content)
    }

    /// The center drops the content of a hidden widget, so it goes out again with the flag.
    @Test func aHiddenWidgetSendsItsContentAgainWhenItIsShown() {
        var sent = SentState()
        var shown = state("a")
        shown.hasContent = true
        var hidden = state("a")
        (hidden.hasContent, hidden.content) = (false, nil)
        #expect(sent.changes(to: shown, for: nil) == shown)
        #expect(sent.changes(to: shown, for: nil).isEmpty)
        var flag = WidgetChanges()
        flag.hasContent = false
        #expect(sent.changes(to: hidden, for: nil) == flag)
        #expect(sent.changes(to: hidden, for: nil).isEmpty)
        flag.hasContent = true
        flag.content = shown.content
        #expect(sent.changes(to: shown, for: nil) == flag)
    }
}
