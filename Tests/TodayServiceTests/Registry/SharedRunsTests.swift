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

    @Test func whatRunsIsKnown() {
        var runs = SharedRuns<String, Int>()
        #expect(runs.running.isEmpty)
        _ = runs.join("a", nil)
        _ = runs.join("b", 1)
        #expect(runs.running.sorted() == ["a", "b"])
        #expect(runs.finish("c").isEmpty)
        _ = runs.finish("a")
        #expect(runs.running.sorted() == ["b"])
    }

    @Test func whoAsksWhileTheOthersAreToldGetsAnotherRun() {
        var runs = SharedRuns<String, Int>()
        _ = runs.join("a", 1)
        let told = runs.finish("a")
        let starts = runs.join("a", 2)
        #expect(told == [1])
        #expect(starts)
        #expect(runs.finish("a") == [2])
    }
}
