package import TodayModel
internal import TodayServiceRules

/// What is kept of widgets that are not there. Pure.
///
/// Widgets that come and go under ever new names fill neither memory nor disk: no more are remembered than may be there at
/// once, with no more content than ``maximumBytes``, and each for 30 days. Those that went first are forgotten first.
package struct DepartedWidgets: Sendable {
    /// By identifier, also of those that may come back while the service starts, which have not gone yet.
    package private(set) var kept: [WidgetIdentifier: StoredWidget] = [:]
    /// When those went that have gone.
    private var departures = TimeHeap<WidgetIdentifier>()
    private var byteCount = 0

    /// Size of all their content, in bytes.
    static let maximumBytes = 4 << 20

    package init(_ kept: [WidgetIdentifier: StoredWidget] = [:]) {
        for (identifier, widget) in kept { self[identifier] = widget }
    }

    package subscript(identifier: WidgetIdentifier) -> StoredWidget? {
        get { kept[identifier] }
        set {
            let (old, new) = (kept[identifier]?.storedContent, newValue?.storedContent)
            // That it is the same, as most often, shows faster than how long it is.
            if old != new { byteCount += (new?.byteCount ?? 0) - (old?.byteCount ?? 0) }
            kept[identifier] = newValue
            departures.set(identifier, newValue?.removedAt?.microseconds)
        }
    }

    /// Takes out the widget that is forgotten next: one above the bounds, or one that went too long ago; nil when none is.
    package mutating func popForgotten(at now: Timestamp) -> WidgetIdentifier? {
        guard let first = departures.first, let widget = kept[first],
            departures.count > Limits.widgets || byteCount > Self.maximumBytes || widget.isExpired(at: now)
        else { return nil }
        self[first] = nil
        return first
    }
}
