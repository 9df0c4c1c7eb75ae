import DBus
import Synchronization
import TodayModel

@testable import TodayService

/// Time that passes only when a test says so. Timers run on real time, and look at this when they fire.
final class HandClock: Sendable {
    private let start = MonotonicTime.now
    private let passed = Mutex<UInt64>(0)

    func advance(by duration: Duration) { passed.withLock { $0 += duration.nanoseconds } }

    var clock: ServiceClock {
        ServiceClock(
            wall: { Timestamp(microseconds: 1_000_000_000 + self.passed.withLock { $0 } / 1000) },
            steady: { MonotonicTime(nanoseconds: self.start.nanoseconds + self.passed.withLock { $0 }) })
    }
}
