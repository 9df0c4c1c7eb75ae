internal import DBus
internal import TodayModel

/// What the center has been told, so that an answer can be told from it. Pure.
///
/// It is one caller's view: when another one calls, be it a center that was started anew or somebody at a command line,
/// that one has been told nothing.
struct SentState {
    /// Who was told last.
    private(set) var receiver: BusName?
    private var sent = WidgetChanges()
    /// When the receiver was told of content last.
    private var toldAt: MonotonicTime?
    /// Whether it was told of a failure since.
    private var hasFailed = false

    /// How rarely content that has not changed is sent to confirm it.
    static let confirming = Duration.seconds(60)

    /// Forgets what was told: the receiver has not kept it, or dropped it.
    mutating func forget() { sent = WidgetChanges() }

    /// The receiver is told of a failure. The next content clears that, so it goes out also when it is the same.
    mutating func fail() { hasFailed = true }

    /// Whether the receiver has been told of any content.
    func hasContent(for receiver: BusName?) -> Bool { receiver == self.receiver && sent.content != nil }

    /// What the receiver has to be told of `state`, the complete state of a widget. It counts as told from here on.
    ///
    /// The mode, the next update and the error are requests rather than state, and always go out.
    mutating func changes(
        to state: WidgetChanges, for receiver: BusName?, at now: MonotonicTime = .now
    ) -> WidgetChanges {
        if receiver != self.receiver { forget() }
        self.receiver = receiver
        var changes = state
        if state.content == sent.content, !hasFailed { changes.content = nil }
        if changes.content != nil { (toldAt, hasFailed) = (now, false) }
        if state.preferredContentSize == sent.preferredContentSize { changes.preferredContentSize = nil }
        if state.marginInsets == sent.marginInsets { changes.marginInsets = nil }
        if state.largestDisplayMode == sent.largestDisplayMode { changes.largestDisplayMode = nil }
        sent.content = state.content ?? sent.content
        sent.preferredContentSize = state.preferredContentSize ?? sent.preferredContentSize
        sent.marginInsets = state.marginInsets ?? sent.marginInsets
        sent.largestDisplayMode = state.largestDisplayMode ?? sent.largestDisplayMode
        return changes
    }

    /// The same for a widget that says of its own accord that what it shows is right: if nothing has changed, that is
    /// confirmed now and then.
    mutating func confirmation(
        of state: WidgetChanges, for receiver: BusName?, at now: MonotonicTime = .now
    ) -> WidgetChanges {
        var changes = changes(to: state, for: receiver, at: now)
        if changes.isEmpty, toldAt.map({ now - $0 >= Self.confirming }) ?? true {
            changes.content = state.content
            toldAt = now
        }
        return changes
    }
}
