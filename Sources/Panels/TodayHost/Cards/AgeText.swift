internal import DBus
public import TodayModel

/// How old content is, in words.
public enum AgeText {
    /// `never`, `just now`, `3 min ago`, `2 h ago`, `5 d ago`. A moment in the future, which a changed clock can bring,
    /// is now.
    public static func text(since moment: Timestamp, now: Timestamp) -> String {
        if moment == .never { return "never" }
        let age = timer(since: moment, now: now).plainText(PlainText.Context(now: now))
        return age == "now" ? "just now" : age
    }

    /// When the text changes next; nil if it never does.
    static func nextChange(since moment: Timestamp, after now: Timestamp) -> Timestamp? {
        moment == .never ? nil : timer(since: moment, now: now).nextChange(after: now)
    }

    /// Ages are told as the timers in content tell them.
    private static func timer(since moment: Timestamp, now: Timestamp) -> Content {
        Content(
            kind: .timer,
            [
                .since: .uint64(min(moment, now).microseconds),
                .style: .string(ContentTimerStyle.relative.rawValue),
            ])
    }
}
