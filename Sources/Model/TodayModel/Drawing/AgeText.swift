/// Ages and times ahead in words, of timers and of content.
extension TimerText {
    /// Returns the time left in words: `in 5 min`, `in 3 h`, `in 2 d`.
    package static func relative(until: UInt64, now: UInt64, finished: String) -> TimerText {
        guard until > now else { return TimerText(text: finished, nextChange: nil) }
        return ahead(of: until, now: now)
    }

    /// Returns the time passed in words: `now`, `5 min ago`, `3 h ago`, `2 d ago`.
    package static func relative(since: UInt64, now: UInt64) -> TimerText {
        if since > now { return ahead(of: since, now: now) }
        let minutes = (now - since) / minute
        if minutes == 0 { return TimerText(text: "now", nextChange: moment(since, plus: 1, of: minute)) }
        let (count, unit, length) = inLargestUnit(minutes)
        let next = moment(since, plus: (count + 1) * length, of: minute)
        return TimerText(text: "\(count) \(unit) ago", nextChange: next)
    }

    private static func ahead(of target: UInt64, now: UInt64) -> TimerText {
        let (count, unit, length) = inLargestUnit(roundedUp(target - now, to: minute))
        return TimerText(text: "in \(count) \(unit)", nextChange: target - (count * length - 1) * minute)
    }

    /// Returns whole days, hours or minutes, with the length of one unit in minutes.
    private static func inLargestUnit(_ minutes: UInt64) -> (count: UInt64, unit: String, length: UInt64) {
        switch minutes {
        case ..<60: (minutes, "min", 1)
        case ..<1440: (minutes / 60, "h", 60)
        default: (minutes / 1440, "d", 1440)
        }
    }
}
