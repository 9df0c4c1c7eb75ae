internal import Glibc
internal import TodayModel

extension Timestamp {
    /// The day of the calendar where the user is, as a number; each day begins at midnight there. localtime_r(3).
    var localDay: Int {
        var seconds = time_t(clamping: microseconds / 1_000_000)
        var parts = tm()
        // The user may be somewhere else by now.
        tzset()
        guard localtime_r(&seconds, &parts) != nil else { return Int(clamping: microseconds / 86_400_000_000) }
        return (seconds + parts.tm_gmtoff) / 86400
    }
}
