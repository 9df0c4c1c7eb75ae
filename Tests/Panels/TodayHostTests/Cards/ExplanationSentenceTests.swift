import DBus
import Testing
import TodayModel

@testable import TodayHost

/// The sentence of Why?, made from kinds.
@Suite struct ExplanationSentenceTests {
    private func sentence(_ reason: String, _ more: [String: DBusValue] = [:]) -> String {
        let values = ["Reason": .string(reason), "Message": "A is B."] as [String: DBusValue]
        return Explanation(values.merging(more) { $1 }).sentence(about: "A")
    }

    private func kinds(_ words: String...) -> DBusValue {
        .array(words.map { .properties(["Kind": .string($0)]) }, of: "a{sv}")
    }

    @Test func reasonsHaveSentences() {
        #expect(sentence("fresh") == "A is up to date.")
        #expect(sentence("paused") == "A is paused, so it updates only when you refresh it.")
        #expect(sentence("no-provider", ["Provider": "none"]) == "No app updates A; it shows what was last pushed.")
        #expect(sentence("no-provider") == "The app for A isn’t running and can’t be started.")
        #expect(sentence("suspended") == "The app for A keeps crashing or hanging. Refresh it to try again.")
        #expect(
            sentence("suspended", ["RetryAt": .uint64(5)])
                == "The app for A keeps crashing or hanging. Today tries again later.")
    }

    @Test func failuresAreCounted() {
        let failed: [String: DBusValue] = ["LastResult": "failed", "Error": "late"]
        #expect(sentence("deadline", failed) == "The last update of A failed.")
        #expect(
            sentence("interval", failed.merging(["Failures": .uint32(3)]) { $1 })
                == "The last 3 updates of A failed.")
    }

    @Test func anIntervalIsWaitedFor() {
        #expect(sentence("interval") == "A hasn’t been updated yet.")
        #expect(sentence("interval", ["Reasons": kinds("pending")]) == "An update of A is about to start.")
        #expect(sentence("interval", ["UpdatedAt": .uint64(5)]) == "No update of A is planned.")
        #expect(
            sentence("interval", ["UpdatedAt": .uint64(5), "NextUpdate": .uint64(9)])
                == "A waits for its next update.")
    }

    @Test func lostChangesAreAddedToTheReason() {
        #expect(
            sentence("fresh", ["Reasons": kinds("fresh", "state-not-stored")])
                == "A is up to date. Changes won’t survive a restart.")
    }

    /// A later version has more of them.
    @Test func anUnknownReasonHasTheSentenceOfTheCenter() {
        #expect(sentence("later") == "A is B." && Explanation(["Message": "A."]).sentence(about: "A") == "A.")
    }
}
