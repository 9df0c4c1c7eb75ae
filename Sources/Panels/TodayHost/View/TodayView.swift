public import TodayModel

/// A snapshot of a host's view: the center's widgets with their content, in the user's order.
public struct TodayView: Hashable, Sendable {
    /// The state of the center.
    public enum Center: Hashable, Sendable {
        /// The host is searching for a center, or reading it.
        case connecting
        /// The center is available, and the view has its current state.
        case available
        /// The center is unavailable, and all lists are empty.
        case unavailable(CenterAbsence)
    }

    /// The state of the center.
    public var center: Center
    /// All arranged widgets in order, with or without content.
    public var arrangement: [WidgetIdentifier]
    /// The part of ``arrangement`` that has content: the widgets that a panel shows.
    public var today: [WidgetIdentifier]
    /// All widgets of the center.
    public var known: [WidgetIdentifier: WidgetProperties]
    /// Whether the center has options of widgets, and keeps removed instances. One of version 2 doesn't.
    package var hasOptions = false
    /// A problem for the user to know about; nil without a problem.
    public var notice: String?
    /// The reason why changes won't survive a restart of the center; nil if they will.
    public var stateTrouble: StateTrouble?

    /// Creates a view.
    public init(
        center: Center = .connecting, arrangement: [WidgetIdentifier] = [], today: [WidgetIdentifier] = [],
        known: [WidgetIdentifier: WidgetProperties] = [:], notice: String? = nil, stateTrouble: StateTrouble? = nil
    ) {
        self.center = center
        self.arrangement = arrangement
        self.today = today
        self.known = known
        self.notice = notice
        self.stateTrouble = stateTrouble
    }

    /// The widgets to show, in order.
    public var widgets: [WidgetProperties] { today.compactMap { known[$0] } }

    /// All widgets: the arranged ones in order, then the others by identifier.
    public var allWidgets: [WidgetProperties] {
        let arranged = Set(arrangement)
        let others = known.keys.filter { !arranged.contains($0) }.sorted()
        return (arrangement + others).compactMap { known[$0] }
    }

    /// All notices for the user, as sentences without a period.
    public var notices: [String] { [notice, stateTrouble?.words].compactMap(\.self) }

    /// Whether a center is available.
    public var isAvailable: Bool { center == .available }

    /// The widget with an identifier; nil if it isn't known.
    public subscript(identifier: WidgetIdentifier) -> WidgetProperties? { known[identifier] }
}
