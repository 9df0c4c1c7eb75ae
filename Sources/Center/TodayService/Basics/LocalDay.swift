internal import Glibc
internal import TodayModel

extension Timestamp {
    /// The local calendar day, as a number; each day starts at local midnight. localtime_r(3).
    var localDay: Int {
        var seconds = time_t(clamping: microseconds / 1_000_000)
        var parts = tm()
        // The user's time zone may have changed.
        tzset()
        guard localtime_r(&seconds, &parts) != nil else { return Int(clamping: microseconds / 86_400_000_000) }
        return (seconds + parts.tm_gmtoff) / 86400
    }
}
