import Testing
import TodayBridgeRules

struct BackoffTests {
    @Test func delaysDoubleUpToAMinute() {
        var backoff = Backoff()
        #expect((1...9).map { _ in backoff.next() } == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        backoff.reset()
        #expect(backoff.next() == .seconds(1))
    }
}
