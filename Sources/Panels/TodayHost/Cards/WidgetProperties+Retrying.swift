package import TodayModel

extension WidgetProperties {
    /// Says when the center tries again by itself, as a sentence without a period; nil if it doesn't.
    package func retrying(now: Timestamp) -> String? {
        retry(now: now, tr("Trying again in a moment")) { span in
            switch span {
            case .minutes(let count): trn("Trying again in {count} min", "Trying again in {count} min", count)
            case .hours(let count): trn("Trying again in {count} h", "Trying again in {count} h", count)
            case .days(let count): trn("Trying again in {count} d", "Trying again in {count} d", count)
            }
        }?.text
    }

    /// Says the same as ``retrying(now:)`` in the middle of a line.
    func retryingInLine(now: Timestamp) -> String? {
        // Translators: a part of a line such as ‘updated 5 min ago · keeps failing · trying again in 1 min’.
        retry(now: now, tr("trying again in a moment")) { span in
            switch span {
            case .minutes(let count): trn("trying again in {count} min", "trying again in {count} min", count)
            case .hours(let count): trn("trying again in {count} h", "trying again in {count} h", count)
            case .days(let count): trn("trying again in {count} d", "trying again in {count} d", count)
            }
        }?.text
    }

    /// Returns the time at which ``retrying(now:)`` changes; nil if it never does.
    func nextChangeOfRetrying(after now: Timestamp) -> Timestamp? {
        retry(now: now, "") { $0.ahead }?.nextChange.map { Timestamp(microseconds: $0) }
    }

    private func retry(now: Timestamp, _ soon: String, _ words: (TimeSpan) -> String) -> TimerText? {
        if retryAt == .never { return nil }
        return TimerText.relative(until: retryAt.microseconds, now: now.microseconds, finished: soon, words: words)
    }
}
