internal import DBus

/// One moment at which a tree is read, in whatever form: which of its nodes are there then, what its timers tell, and
/// when the first of that is another by time alone.
package struct ContentMoment: Sendable {
    /// The wall clock, in µs.
    package let now: UInt64
    /// The first later moment at which what was read changes, in µs; nil for never.
    package private(set) var nextChange: UInt64?

    /// Whether a node that was looked at is not there yet, by its `show-after`.
    package private(set) var isIncomplete = false

    private let mode: DBusValue
    private let isLocked: Bool

    /// - Parameters:
    ///   - displayMode: the mode the widget is shown in.
    ///   - isLocked: whether the session is locked, which hides what is private.
    package init(now: Timestamp, displayMode: DisplayMode, isLocked: Bool) {
        self.now = now.microseconds
        mode = .string(displayMode.rawValue)
        self.isLocked = isLocked
    }

    /// Takes note of a moment at which something changes; what has been, or never comes, does not count.
    package mutating func note(_ moment: UInt64?) {
        guard let moment, moment > now else { return }
        nextChange = min(nextChange ?? moment, moment)
    }

    /// Whether a node is there: by `private`, `modes`, `show-after` and `show-before`.
    package mutating func shows(_ node: Content) -> Bool {
        if isLocked, node.boolean(.private) { return false }
        if let modes = node[.modes]?.elements, !modes.contains(where: { $0.unwrapped == mode }) {
            return false
        }
        let end = node.moment(.showBefore) ?? .max
        if now >= end { return false }
        if let start = node.moment(.showAfter), now < start {
            if start < end {
                note(start)
                isIncomplete = true
            }
            return false
        }
        if end < .max { note(end) }
        return true
    }

    /// What a `timer` tells; nil if it has neither `until` nor `since`.
    ///
    package mutating func timer(_ node: Content) -> (text: String, isRelative: Bool)? {
        let isRelative = node.string(.style) == ContentTimerStyle.relative.rawValue
        let text: TimerText
        if let until = node.moment(.until) {
            let finished = node.string(.finishedText) ?? ""
            text =
                isRelative
                ? .relative(until: until, now: now, finished: finished)
                : .countdown(until: until, now: now, finished: finished)
        } else if let since = node.moment(.since) {
            text = isRelative ? .relative(since: since, now: now) : .elapsed(since: since, now: now)
        } else {
            return nil
        }
        note(text.nextChange)
        return (text.text, isRelative)
    }
}
