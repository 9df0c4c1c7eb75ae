internal import Glibc

/// The time of day.
package enum SystemClock {
    /// Microseconds since 1970; 0 for earlier times.
    package static var microseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(clamping: time.tv_sec) * 1_000_000 + UInt64(clamping: time.tv_nsec) / 1000
    }
}
