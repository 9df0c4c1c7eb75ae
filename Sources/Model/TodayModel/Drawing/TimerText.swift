/// The text of a timer, and the moment in µs at which that changes; nil for never.
package struct TimerText {
    package let text: String
    package let nextChange: UInt64?

    static let second: UInt64 = 1_000_000
    static let minute = 60 * second

    /// Returns the time left, rounded up to whole seconds.
    package static func countdown(until: UInt64, now: UInt64, finished: String) -> TimerText {
        guard until > now else { return TimerText(text: finished, nextChange: nil) }
        let seconds = roundedUp(until - now, to: second)
        return TimerText(text: clock(seconds), nextChange: until - (seconds - 1) * second)
    }

    /// Returns the time passed, in whole seconds; `0:00` before the start.
    package static func elapsed(since: UInt64, now: UInt64) -> TimerText {
        let seconds = now > since ? (now - since) / second : 0
        return TimerText(text: clock(seconds), nextChange: moment(since, plus: seconds + 1, of: second))
    }

    /// Formats `m:ss`, and from one hour on `h:mm:ss`.
    private static func clock(_ seconds: UInt64) -> String {
        func twoDigits(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = seconds / 60
        if minutes < 60 { return "\(minutes):\(twoDigits(seconds % 60))" }
        return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(seconds % 60))"
    }

    static func roundedUp(_ span: UInt64, to unit: UInt64) -> UInt64 {
        span / unit + (span % unit == 0 ? 0 : 1)
    }

    /// Returns nil if the moment exceeds the range of `UInt64`.
    static func moment(_ start: UInt64, plus count: UInt64, of unit: UInt64) -> UInt64? {
        UInt64(exactly: UInt128(start) + UInt128(count) * UInt128(unit))
    }
}
