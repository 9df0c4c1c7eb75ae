import DBus
import Synchronization
import TodayModel

@testable import TodayService

/// Time that passes only when a test says so. Timers run on real time, and look at this when they fire.
///
/// It begins when it is looked at first, which is when there is a center: a test may have waited for its bus for longer
/// than a provider has for an answer.
final class HandClock: Sendable {
    private struct Time {
        var start: UInt64?
        var passed: UInt64 = 0
        var slept: UInt64 = 0
        var wall: UInt64 = 1_000_000_000
    }

    private let time = Mutex(Time())

    func advance(by duration: Duration) {
        time.withLock { time in
            time.passed += duration.nanoseconds
            time.wall += duration.nanoseconds / 1000
        }
    }

    /// A clock that stands still, a minute ahead of the machine's. A program has that minute to start, and each call to
    /// it may take all of ``ServiceTiming/provider``.
    static var ahead: ServiceClock {
        let time = HandClock()
        time.advance(by: .seconds(60))
        return time.clock
    }

    /// The machine is suspended for a while.
    func suspend(for duration: Duration) {
        time.withLock { time in
            time.slept += duration.nanoseconds
            time.wall += duration.nanoseconds / 1000
        }
    }

    /// Sets the time of day, as a user might.
    func setWall(_ wall: Timestamp) { time.withLock { $0.wall = wall.microseconds } }

    var clock: ServiceClock {
        ServiceClock(
            wall: { Timestamp(microseconds: self.time.withLock { $0.wall }) },
            steady: { MonotonicTime(nanoseconds: self.start + self.time.withLock { $0.passed }) },
            boot: { self.start + self.time.withLock { $0.passed + $0.slept } })
    }

    private var start: UInt64 {
        time.withLock { time in
            let start = time.start ?? MonotonicTime.now.nanoseconds
            time.start = start
            return start
        }
    }
}
