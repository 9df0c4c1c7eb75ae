package import TodayModel
internal import TodayServiceRules

/// The instances that the user removed, and may bring back. Pure.
///
/// Their number is limited, and each is kept for 30 days. The first ones that were removed are forgotten first.
package struct RemovedInstances: Sendable {
    /// The kept state by identifier.
    package private(set) var kept: [WidgetIdentifier: StoredWidget] = [:]
    private var times = TimeHeap<WidgetIdentifier>()

    package init(_ kept: [WidgetIdentifier: StoredWidget] = [:]) {
        for (identifier, widget) in kept { self[identifier] = widget }
    }

    package subscript(identifier: WidgetIdentifier) -> StoredWidget? {
        get { kept[identifier] }
        set {
            kept[identifier] = newValue
            times.set(identifier, newValue.map { $0.removedAt?.microseconds ?? 0 })
        }
    }

    /// The instances for panels, the newest first.
    package var list: [RemovedInstance] {
        kept.map { identifier, widget in
            let removedAt = widget.removedAt ?? .never
            return RemovedInstance(
                identifier: identifier, name: widget.removal?.name ?? identifier.rawValue,
                icon: widget.removal?.icon ?? "", removedAt: removedAt,
                expiresAt: Timestamp(microseconds: removedAt.microseconds.adding(StoredWidget.patience)))
        }.sorted { ($0.removedAt, $0.identifier) > ($1.removedAt, $1.identifier) }
    }

    /// The highest number of a removed instance of a widget; 1 without any.
    package func lastInstance(of widget: WidgetIdentifier) -> Int {
        kept.keys.lazy.filter { $0.widget == widget }.map(\.instance).max() ?? 1
    }

    /// Removes and returns the next instance to forget: one above the limit, or one that was removed too long ago; nil
    /// if all may stay.
    package mutating func popForgotten(at now: Timestamp) -> WidgetIdentifier? {
        guard let first = times.first, let widget = kept[first],
            kept.count > Limits.removedInstances || widget.isExpired(at: now)
        else { return nil }
        self[first] = nil
        return first
    }
}
