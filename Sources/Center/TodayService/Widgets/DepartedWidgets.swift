package import TodayModel
internal import TodayServiceRules

/// The state of widgets that are absent. Pure.
///
/// Widgets that come and go under ever new names must fill neither memory nor disk. So the number of remembered widgets
/// has the same limit as present ones, their content is limited to ``maximumBytes``, and each is kept for 30 days. The
/// first ones that left are forgotten first.
package struct DepartedWidgets: Sendable {
    /// The kept state by identifier. During the start it includes widgets that may still come back and haven't left
    /// yet.
    package private(set) var kept: [WidgetIdentifier: StoredWidget] = [:]
    /// The departure times of widgets that have left.
    private var departures = TimeHeap<WidgetIdentifier>()
    private var byteCount = 0

    /// The largest total size of their content, in bytes.
    static let maximumBytes = 4 << 20

    package init(_ kept: [WidgetIdentifier: StoredWidget] = [:]) {
        for (identifier, widget) in kept { self[identifier] = widget }
    }

    package subscript(identifier: WidgetIdentifier) -> StoredWidget? {
        get { kept[identifier] }
        set {
            let (old, new) = (kept[identifier]?.storedContent, newValue?.storedContent)
            // The content is mostly equal, and comparing it is faster than computing its size.
            if old != new { byteCount += (new?.byteCount ?? 0) - (old?.byteCount ?? 0) }
            kept[identifier] = newValue
            departures.set(identifier, newValue?.removedAt?.microseconds)
        }
    }

    /// Removes and returns the next widget to forget: one above the limits, or one that left too long ago; nil if all
    /// may stay.
    package mutating func popForgotten(at now: Timestamp) -> WidgetIdentifier? {
        guard let first = departures.first, let widget = kept[first],
            departures.count > Limits.widgets || byteCount > Self.maximumBytes || widget.isExpired(at: now)
        else { return nil }
        self[first] = nil
        return first
    }
}
