internal import DBus
internal import TodayModel

/// The state that was sent to the center, from which the changes in an answer are computed. Pure.
///
/// It applies to one caller. Another caller, such as a restarted center or a user at a command line, hasn't received
/// anything.
struct SentState {
    /// The last receiver.
    private(set) var receiver: BusName?
    private var sent = WidgetChanges()
    /// The time when content was last sent to the receiver.
    private var contentSentAt: MonotonicTime?
    /// Whether a failure was sent since then.
    private var hasFailed = false

    /// The minimum time between confirmations of unchanged content.
    static let confirming = Duration.seconds(60)

    /// Resets the sent state, because the receiver has not kept it, or has dropped it.
    mutating func reset() { sent = WidgetChanges() }

    /// Records that a failure is sent. The next content clears it, so that content is sent even if it is unchanged.
    mutating func fail() { hasFailed = true }

    /// Returns whether any content was sent to the receiver.
    func hasContent(for receiver: BusName?) -> Bool { receiver == self.receiver && sent.content != nil }

    /// Returns the changes to send for `state`, the complete state of a widget. They count as sent from now on.
    ///
    /// The mode, the next update and the error are requests rather than state, and are always sent.
    mutating func changes(
        to state: WidgetChanges, for receiver: BusName?, at now: MonotonicTime = .now
    ) -> WidgetChanges {
        if receiver != self.receiver { reset() }
        self.receiver = receiver
        var changes = state
        if state.content == sent.content, !hasFailed { changes.content = nil }
        if changes.content != nil { (contentSentAt, hasFailed) = (now, false) }
        if state.preferredContentSize == sent.preferredContentSize { changes.preferredContentSize = nil }
        if state.marginInsets == sent.marginInsets { changes.marginInsets = nil }
        if state.largestDisplayMode == sent.largestDisplayMode { changes.largestDisplayMode = nil }
        if state.hasContent == sent.hasContent { changes.hasContent = nil }
        if changes.content == nil { changes.updatedAt = nil }
        if state.attention == sent.attention { changes.attention = nil }
        if state.badge == sent.badge { changes.badge = nil }
        sent.attention = state.attention ?? sent.attention
        sent.badge = state.badge ?? sent.badge
        // The center drops the content and the attention of a hidden widget.
        if state.hasContent == false { (sent.attention, sent.badge) = (nil, nil) }
        sent.content = state.hasContent == false ? nil : state.content ?? sent.content
        sent.hasContent = state.hasContent ?? sent.hasContent
        sent.preferredContentSize = state.preferredContentSize ?? sent.preferredContentSize
        sent.marginInsets = state.marginInsets ?? sent.marginInsets
        sent.largestDisplayMode = state.largestDisplayMode ?? sent.largestDisplayMode
        return changes
    }

    /// Returns the changes to send if the widget itself reports that its content is current. Unchanged content is
    /// confirmed from time to time.
    mutating func confirmation(
        of state: WidgetChanges, for receiver: BusName?, at now: MonotonicTime = .now
    ) -> WidgetChanges {
        var changes = changes(to: state, for: receiver, at: now)
        if changes.isEmpty, contentSentAt.map({ now - $0 >= Self.confirming }) ?? true {
            changes.content = state.content
            changes.updatedAt = state.updatedAt
            contentSentAt = now
        }
        return changes
    }
}
