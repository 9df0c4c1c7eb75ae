import DBus
import Testing
import TodayModel

@testable import TodayHost

@Suite struct ExplanationTests {
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
