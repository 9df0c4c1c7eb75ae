package import TodayModel
internal import TodayServiceRules

/// Everything on disk.
package struct StateSnapshot: Equatable, Sendable {
    /// The arranged widgets in order, including remembered ones that left.
    package var arrangement: [WidgetIdentifier] = []
    /// The widgets that were never seen and have places behind those, in order: the default arrangement of a new user.
    package var expected: [WidgetIdentifier] = []
    /// Every widget that was seen. A widget that isn't in ``arrangement`` was removed from it.
    package var widgets: [WidgetIdentifier: StoredWidget] = [:]
    /// The reason why changes aren't stored at present; nil while they are.
    package var trouble: StateTrouble?

    package init() {}

    /// Whether the user has never had a widget.
    package var isNew: Bool { arrangement.isEmpty && widgets.isEmpty && trouble == nil }
}

/// The changes of one transaction: the newest values of everything that has changed since the last one.
package struct StateBatch: Equatable, Sendable {
    /// The whole arrangement, if it has changed.
    package var arrangement: [WidgetIdentifier]?
    /// The widgets that have changed; nil for one that is forgotten.
    package var widgets: [WidgetIdentifier: StoredWidget?] = [:]
    /// The members of ``widgets`` whose content has changed.
    package var contents: Set<WidgetIdentifier> = []

    package init() {}

    package var isEmpty: Bool { arrangement == nil && widgets.isEmpty }
}
