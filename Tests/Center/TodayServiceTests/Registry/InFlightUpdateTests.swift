import Testing

@testable import TodayService
import TodayServiceRules

@Suite struct InFlightUpdateTests {
    @Test func oneRunServesEverybodyWhoAskedBeforeItEnded() {
        var run = InFlightUpdate<Int>()
        let starts = [run.join(1), run.join(2)]
        #expect(starts == [true, false] && run.isRunning)
        let told = run.finish()
        #expect(told == [1, 2])
        #expect(!run.isRunning)
        let startsAgain = run.join(4)
        #expect(startsAgain)
    }

    @Test func aRunThatNobodyWaitsForIsARun() {
        var run = InFlightUpdate<Int>()
        let starts = [run.join(nil), run.join(1)]
        #expect(starts == [true, false])
        let told = [run.finish(), run.finish()]
        #expect(told == [[1], []])
    }

    @Test func whoAsksWhileTheOthersAreToldGetsAnotherRun() {
        var run = InFlightUpdate<Int>()
        _ = run.join(1)
        let told = run.finish()
        let starts = run.join(2)
        #expect(told == [1])
        #expect(starts)
        #expect(run.finish() == [2])
    }
}
