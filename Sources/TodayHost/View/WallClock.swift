internal import Glibc
package import TodayModel

/// The clock that content counts by.
package enum WallClock {
    /// The moment it is.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        guard time.tv_sec >= 0, time.tv_nsec >= 0 else { return .never }
        return Timestamp(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }
}
