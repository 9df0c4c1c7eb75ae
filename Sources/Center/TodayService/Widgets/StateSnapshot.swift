package import TodayModel
internal import TodayServiceRules

/// All that is on disk.
package struct StateSnapshot: Equatable, Sendable {
    /// Arranged widgets in order, also of those that went and are remembered.
    package var arrangement: [WidgetIdentifier] = []
    /// Every widget that was seen. One that is not in ``arrangement`` was left out.
    package var widgets: [WidgetIdentifier: StoredWidget] = [:]
    /// Why what changes is not stored at present, a sentence without its full stop; nil while it is.
    package var trouble: String?

    package init() {}
}

/// What is written in one transaction: the newest values of everything that has changed since the last one.
package struct StateBatch: Equatable, Sendable {
    /// The whole arrangement, if it has changed.
    package var arrangement: [WidgetIdentifier]?
    /// The widgets that have changed; nil for one that is forgotten.
    package var widgets: [WidgetIdentifier: StoredWidget?] = [:]
    /// Those of ``widgets`` whose content has changed.
    package var contents: Set<WidgetIdentifier> = []

    package init() {}

    package var isEmpty: Bool { arrangement == nil && widgets.isEmpty }
}
