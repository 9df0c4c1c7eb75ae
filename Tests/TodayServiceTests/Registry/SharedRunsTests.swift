import Testing

@testable import TodayService

@Suite struct SharedRunsTests {
    @Test func oneRunServesEverybodyWhoAskedBeforeItEnded() {
        var runs = SharedRuns<String, Int>()
        let starts = [runs.join("a", 1), runs.join("a", 2), runs.join("b", 3)]
        #expect(starts == [true, false, true])
        let told = runs.finish("a")
        #expect(told == [1, 2])
        #expect(!runs.isRunning("a"))
        #expect(runs.isRunning("b"))
        let startsAgain = runs.join("a", 4)
        #expect(startsAgain)
    }

    @Test func aRunThatNobodyWaitsForIsARun() {
        var runs = SharedRuns<String, Int>()
        let starts = [runs.join("a", nil), runs.join("a", 1)]
        #expect(starts == [true, false])
        let told = [runs.finish("a"), runs.finish("a")]
        #expect(told == [[1], []])
    }
}
