internal import Glibc

/// The time zone of this system.
package enum LocalTime {
    /// Returns by how many seconds local time is ahead of UTC at a time, given in seconds since 1970.
    package static func offset(at seconds: Int64) -> Int {
        var (time, parts) = (time_t(seconds), tm())
        return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
