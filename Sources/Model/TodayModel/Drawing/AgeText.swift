/// A span of time in its largest whole unit, rounded down.
package enum TimeSpan: Hashable, Sendable {
    case minutes(Int)
    case hours(Int)
    case days(Int)

    init(minutes: UInt64) {
        switch minutes {
        case ..<60: self = .minutes(Int(minutes))
        case ..<1440: self = .hours(Int(minutes / 60))
        default: self = .days(Int(minutes / 1440))
        }
    }

    /// The length of the whole and of one unit, in minutes.
    fileprivate var size: (whole: UInt64, unit: UInt64) {
        switch self {
        case .minutes(let count): (UInt64(count), 1)
        case .hours(let count): (UInt64(count) * 60, 60)
        case .days(let count): (UInt64(count) * 1440, 1440)
        }
    }

    /// The time ahead in words: `in 5 min`, `in 3 h`, `in 2 d`.
    package var ahead: String {
        switch self {
        // Translators: a time from now: minutes.
        case .minutes(let count): trn("in {count} min", "in {count} min", count)
        // Translators: a time from now: hours.
        case .hours(let count): trn("in {count} h", "in {count} h", count)
        // Translators: a time from now: days.
        case .days(let count): trn("in {count} d", "in {count} d", count)
        }
    }

    /// The age in words: `5 min ago`, `3 h ago`, `2 d ago`.
    fileprivate var ago: String {
        switch self {
        // Translators: an age: minutes.
        case .minutes(let count): trn("{count} min ago", "{count} min ago", count)
        // Translators: an age: hours.
        case .hours(let count): trn("{count} h ago", "{count} h ago", count)
        // Translators: an age: days.
        case .days(let count): trn("{count} d ago", "{count} d ago", count)
        }
    }
}

/// Ages and times ahead in words, of timers and of content.
extension TimerText {
    /// Returns the time left in words: by default `in 5 min`, `in 3 h`, `in 2 d`.
    package static func relative(
        until: UInt64, now: UInt64, finished: String, words: (TimeSpan) -> String = { $0.ahead }
    ) -> TimerText {
        guard until > now else { return TimerText(text: finished, nextChange: nil) }
        let span = TimeSpan(minutes: roundedUp(until - now, to: minute))
        return TimerText(text: words(span), nextChange: until - (span.size.whole - 1) * minute)
    }

    /// Returns the time passed in words: `5 min ago`, `3 h ago`, `2 d ago`.
    ///
    /// - Parameter beginning: the words for less than a minute.
    package static func relative(since: UInt64, now: UInt64, beginning: String) -> TimerText {
        if since > now { return relative(until: since, now: now, finished: beginning) }
        let minutes = (now - since) / minute
        if minutes == 0 { return TimerText(text: beginning, nextChange: moment(since, plus: 1, of: minute)) }
        let span = TimeSpan(minutes: minutes)
        let next = moment(since, plus: span.size.whole + span.size.unit, of: minute)
        return TimerText(text: span.ago, nextChange: next)
    }
}
