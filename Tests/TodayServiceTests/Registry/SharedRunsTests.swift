import Testing

@testable import TodayService

@Suite struct SharedRunsTests {
    @Test func oneRunServesEverybodyWhoAskedBeforeItEnded() {
        var runs = SharedRuns<String, Int>()
        #expect(runs.join("a", 1))
        #expect(!runs.join("a", 2))
        #expect(runs.join("b", 3))
        #expect(runs.finish("a") == [1, 2])
        #expect(!runs.isRunning("a"))
        #expect(runs.isRunning("b"))
        #expect(runs.join("a", 4))
    }

    @Test func aRunThatNobodyWaitsForIsARun() {
        var runs = SharedRuns<String, Int>()
        #expect(runs.join("a", nil))
        #expect(!runs.join("a", 1))
        #expect(runs.finish("a") == [1])
        #expect(runs.finish("a") == [])
    }
}
