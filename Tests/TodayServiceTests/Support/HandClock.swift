import DBus
import Synchronization
import TodayModel

@testable import TodayService

/// Time that passes only when a test says so. Timers run on real time, and look at this when they fire.
final class HandClock: Sendable {
    private struct Time {
        var passed: UInt64 = 0
        var slept: UInt64 = 0
        var wall: UInt64 = 1_000_000_000
    }

    private let start = MonotonicTime.now
    private let time = Mutex(Time())

    func advance(by duration: Duration) {
        time.withLock { time in
            time.passed += duration.nanoseconds
            time.wall += duration.nanoseconds / 1000
        }
    }

    /// The machine is suspended for a while.
    func suspend(for duration: Duration) {
        time.withLock { time in
            time.slept += duration.nanoseconds
            time.wall += duration.nanoseconds / 1000
        }
    }

    /// Somebody sets the time of day.
    func setWall(_ wall: Timestamp) { time.withLock { $0.wall = wall.microseconds } }

    var clock: ServiceClock {
        ServiceClock(
            wall: { Timestamp(microseconds: self.time.withLock { $0.wall }) },
            steady: { MonotonicTime(nanoseconds: self.start.nanoseconds + self.time.withLock { $0.passed }) },
            boot: { self.start.nanoseconds + self.time.withLock { $0.passed + $0.slept } })
    }
}
