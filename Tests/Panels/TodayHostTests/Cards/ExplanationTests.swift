import DBus
import Testing
import TodayModel

@testable import TodayHost

@Suite struct ExplanationTests {
    /// The words of the contract for the reason.
    private static let reasons = [
        "updating", "no-content", "not-arranged", "no-provider", "suspended", "paused", "deadline", "memory", "hidden",
        "interval", "fresh",
    ]

    private func message(_ values: [String: DBusValue]) -> String {
        Explanation(values.merging(["Message": "org.example.A rests."]) { value, _ in value })
            .message(naming: "Alpha", of: "org.example.A")
    }

    /// The sentence of the center is in English only.
    @Test(arguments: reasons) func eachReasonHasASentenceOfThePanel(reason: String) {
        let sentence = message(["Reason": .string(reason)])
        #expect(sentence.contains("Alpha") && sentence.hasSuffix(".") && !sentence.contains("rests"))
    }

    @Test func theReasonIsSaidInDetail() {
        let reason = DBusValue.string("interval")
        #expect(message(["Reason": reason]) == "Alpha waits for its next update.")
        #expect(message(["Reason": reason, "UpdatedAt": .uint64(0)]) == "Alpha hasn’t been updated yet.")
        #expect(
            message(["Reason": reason, "UpdatedAt": .uint64(0), "LastResult": "failed"])
                == "The last update of Alpha failed.")
        #expect(message(["Reason": "no-provider", "Provider": "none"]).hasPrefix("No app updates Alpha"))
        #expect(message(["Reason": "no-provider", "Provider": "exec"]).hasPrefix("The app for Alpha"))
    }

    @Test func aLaterReasonHasTheSentenceOfTheCenter() {
        #expect(message(["Reason": "asleep"]) == "Alpha rests.")
        #expect(message([:]) == "Alpha rests.")
    }

    @Test func theFactsAreThoseForUsers() {
        let now = Timestamp(microseconds: 1_000_000_000)
        let rows = Explanation([
            "Error": "It rains", "State": "idle", "UpdatedAt": .uint64(now.microseconds - 120_000_000),
            "NextUpdate": .uint64(now.microseconds + 90_000_000), "Failures": .uint32(0),
            "MemoryBytes": .uint64(3 << 20),
        ])
        #expect(rows.rows(now: now, isBrief: true).map(\.title) == ["Error", "Updated", "Next update"])
        #expect(rows.rows(now: now, isBrief: true).map(\.text) == ["It rains", "2 min ago", "in 90 s"])
        #expect(rows.rows(now: now).map(\.text).contains("3 MiB"))
    }
}
