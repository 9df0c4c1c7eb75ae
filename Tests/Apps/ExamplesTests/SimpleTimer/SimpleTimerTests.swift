import NotificationCenter
import SimpleTimerKit
import Testing

@Suite @WidgetActor struct SimpleTimerTests {
    private let clock = FakeTimerClock()
    private let timer: SimpleTimer
    private let told = Told()

    @WidgetActor private final class Told {
        var ticks: [Duration] = []
        var stops: [SimpleTimer.StopReason] = []
        nonisolated init() {}
    }

    init() { timer = SimpleTimer(clock: clock) }

    private func start(_ duration: Duration) throws {
        try timer.start(duration) { [told] in
            told.ticks.append($0)
        } onStop: { [told] in
            told.stops.append($0)
        }
    }

    private func resume(_ countdown: Countdown) throws {
        try timer.resume(countdown) { [told] in
            told.ticks.append($0)
        } onStop: { [told] in
            told.stops.append($0)
        }
    }

    @Test func itCountsDownAndFinishes() throws {
        #expect(timer.countdown == nil && timer.timeLeft == nil)
        try start(.seconds(3))
        #expect(timer.timeLeft == .seconds(3) && told.ticks.isEmpty)
        clock.advance(.milliseconds(999))
        #expect(told.ticks.isEmpty)
        clock.advance(.milliseconds(1))
        #expect(told.ticks == [.seconds(2)] && timer.timeLeft == .seconds(2))
        clock.advance(.milliseconds(1999))
        #expect(told.ticks == [.seconds(2), .seconds(1)] && told.stops.isEmpty)
        clock.advance(.milliseconds(1))
        #expect(told.stops == [.finished] && told.ticks.count == 2)
        #expect(timer.countdown == nil && clock.pending == 0)
        clock.advance(.seconds(60))
        #expect(told.stops.count == 1)
    }

    @Test func partsOfASecondComeFirst() throws {
        try start(.milliseconds(2300))
        clock.advance(.milliseconds(300))
        #expect(told.ticks == [.seconds(2)])
        clock.advance(.seconds(2))
        #expect(told.ticks == [.seconds(2), .seconds(1)] && told.stops == [.finished])
    }

    @Test func oneAtATime() throws {
        try start(.seconds(10))
        clock.advance(.seconds(4))
        #expect(throws: SimpleTimerError.alreadyRunning) { try start(.seconds(1)) }
        #expect(throws: SimpleTimerError.alreadyRunning) { try resume(Countdown(.seconds(1), from: clock.now)) }
        #expect(timer.timeLeft == .seconds(6) && told.stops.isEmpty)
        try timer.stop()
        try start(.seconds(1))
        #expect(told.stops == [.interrupted])
    }

    @Test(arguments: [
        Duration.zero, .seconds(-1), .nanoseconds(999), SimpleTimer.maximumDuration + .microseconds(1),
        .seconds(Int64.max),
    ])
    func timesThatAreNoneAreRefused(_ duration: Duration) {
        #expect(throws: SimpleTimerError.invalidDuration(duration)) { try start(duration) }
        #expect(timer.countdown == nil && clock.pending == 0)
    }

    @Test func theLongestAndTheShortest() throws {
        try start(SimpleTimer.maximumDuration)
        try timer.stop()
        try start(.microseconds(1))
        clock.advance(.microseconds(1))
        #expect(told.stops == [.interrupted, .finished] && told.ticks.isEmpty)
    }

    @Test func stoppingInterrupts() throws {
        #expect(throws: SimpleTimerError.notRunning) { try timer.stop() }
        try start(.seconds(5))
        clock.advance(.seconds(1))
        try timer.stop()
        #expect(told.stops == [.interrupted] && timer.countdown == nil && clock.pending == 0)
        #expect(throws: SimpleTimerError.notRunning) { try timer.stop() }
        clock.advance(.seconds(10))
        #expect(told.stops == [.interrupted] && told.ticks == [.seconds(4)])
    }

    @Test func itStopsInsideATickAndStartsInsideAStop() throws {
        try timer.start(.seconds(3)) { [timer] _ in
            try? timer.stop()
        } onStop: { [told] in
            told.stops.append($0)
        }
        clock.advance(.seconds(1))
        #expect(told.stops == [.interrupted] && clock.pending == 0)
        try timer.start(.seconds(1), onStop: { [timer] _ in try? timer.start(.seconds(7)) })
        clock.advance(.seconds(1))
        #expect(timer.timeLeft == .seconds(7))
        clock.advance(.seconds(7))
        #expect(timer.countdown == nil)
    }

    @Test func secondsInWhichNothingRanAreLeftOut() throws {
        try start(.seconds(60))
        clock.jump(.milliseconds(57_500))
        #expect(told.ticks == [.seconds(3)])
        clock.advance(.milliseconds(500))
        #expect(told.ticks == [.seconds(3), .seconds(2)])
        clock.jump(.seconds(3600))
        #expect(told.ticks.count == 2 && told.stops == [.finished])
    }

    @Test func itLeavesAndReturns() throws {
        #expect(timer.suspend() == nil)
        try start(.seconds(10))
        clock.advance(.seconds(2))
        let countdown = try #require(timer.suspend())
        #expect(timer.countdown == nil && clock.pending == 0)
        clock.advance(.milliseconds(2500))
        #expect(told.ticks.count == 2 && told.stops.isEmpty)
        try resume(countdown)
        #expect(timer.timeLeft == .milliseconds(5500))
        clock.advance(.milliseconds(500))
        #expect(told.ticks.last == .seconds(5))
        _ = timer.suspend()
        clock.advance(.seconds(30))
        // It has finished meanwhile.
        try resume(countdown)
        #expect(told.stops == [.finished] && told.ticks.count == 3 && timer.countdown == nil)
    }

    @Test func aTimerThatGoesTellsNobody() {
        do {
            let timer = SimpleTimer(clock: clock)
            try? timer.start(.seconds(1), onStop: { [told] in told.stops.append($0) })
            #expect(clock.pending == 1)
        }
        clock.advance(.seconds(2))
        #expect(told.stops.isEmpty)
    }
}
