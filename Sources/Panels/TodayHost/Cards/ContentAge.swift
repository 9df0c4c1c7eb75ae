public import TodayModel

/// The age of content in words.
public enum ContentAge {
    /// Returns `never`, `just now`, `3 min ago`, `2 h ago` or `5 d ago`. If the clock was set back, a time can be in
    /// the future; it is treated as now.
    public static func text(since moment: Timestamp, now: Timestamp) -> String {
        // Translators: in place of an age such as ‘5 min ago’.
        moment == .never ? trc("age", "never") : age(since: moment, now: now).text
    }

    /// Returns the time of the next change of the text; nil if it never changes.
    static func nextChange(since moment: Timestamp, after now: Timestamp) -> Timestamp? {
        if moment == .never { return nil }
        return age(since: moment, now: now).nextChange.map { Timestamp(microseconds: $0) }
    }

    private static func age(since moment: Timestamp, now: Timestamp) -> TimerText {
        // Translators: an age of less than a minute.
        .relative(since: min(moment, now).microseconds, now: now.microseconds, beginning: tr("just now"))
    }
}
