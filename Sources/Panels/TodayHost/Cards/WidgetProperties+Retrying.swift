package import TodayModel

extension WidgetProperties {
    /// Says when the center tries again by itself, as a sentence without a period; nil if it doesn't.
    package func retrying(now: Timestamp) -> String? {
        if retryAt == .never { return nil }
        return "Trying again " + Self.timer(retryAt, now).text
    }

    /// Returns the time at which ``retrying(now:)`` changes; nil if it never does.
    func nextChangeOfRetrying(after now: Timestamp) -> Timestamp? {
        if retryAt == .never { return nil }
        return Self.timer(retryAt, now).nextChange.map { Timestamp(microseconds: $0) }
    }

    private static func timer(_ moment: Timestamp, _ now: Timestamp) -> TimerText {
        TimerText.relative(until: moment.microseconds, now: now.microseconds, finished: "in a moment")
    }
}
