import DesktopTesting
import Glibc

/// The wall clock.
enum WallTime {
    /// µs since 1970.
    static var microseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
