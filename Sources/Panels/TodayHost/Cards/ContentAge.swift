internal import DBus
public import TodayModel

/// The age of content in words.
public enum ContentAge {
    /// Returns `never`, `just now`, `3 min ago`, `2 h ago` or `5 d ago`. If the clock was set back, a time can be in
    /// the future; it is treated as now.
    public static func text(since moment: Timestamp, now: Timestamp) -> String {
        if moment == .never { return "never" }
        let age = timer(since: moment, now: now).plainText(PlainText.Context(now: now))
        return age == "now" ? "just now" : age
    }

    /// Returns the time of the next change of the text; nil if it never changes.
    static func nextChange(since moment: Timestamp, after now: Timestamp) -> Timestamp? {
        moment == .never ? nil : timer(since: moment, now: now).nextChange(after: now)
    }

    /// Returns a timer, because ages use the same words as the timers in content.
    private static func timer(since moment: Timestamp, now: Timestamp) -> Content {
        Content(
            kind: .timer,
            [
                .since: .uint64(min(moment, now).microseconds),
                .style: .string(ContentTimerStyle.relative.rawValue),
            ])
    }
}
