import Testing

@testable import TodayHost

/// When a center that has gone is asked for again.
@Suite struct CenterRestartTests {
    private let start = ContinuousClock.now

    @Test func itIsAskedForLessAndLessOften() {
        var restart = CenterRestart()
        restart.came(at: start)
        let waits = (0..<8).map { _ in restart.wait(at: start + .seconds(600)) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test func oneThatLivedIsMissedAnew() {
        var restart = CenterRestart()
        for _ in 0..<3 { _ = restart.wait(at: start) }
        restart.came(at: start)
        #expect(restart.wait(at: start + .seconds(60)) == .seconds(1))
    }

    /// One that fails whenever it is started is not started every second.
    @Test func oneThatGoesSoonCountsAsAFailure() {
        var restart = CenterRestart()
        let waits = (0..<4).map { _ in
            restart.came(at: start)
            return restart.wait(at: start + .seconds(59))
        }
        #expect(waits == [1, 2, 4, 8].map { .seconds($0) })
    }
}
