public import TodayModel

/// What a host shows at one moment: the center's widgets with their content, in the user's order.
public struct TodayView: Hashable, Sendable {
    /// Whether there is a center to show.
    public enum Center: Hashable, Sendable {
        /// It is being looked for, or read.
        case connecting
        /// Everything below is what it says now.
        case available
        /// There is none, with the reason as a sentence without its full stop. All lists are empty.
        case unavailable(String)
    }

    /// Whether there is a center.
    public var center: Center
    /// All arranged widgets in order, with or without content.
    public var arrangement: [WidgetIdentifier]
    /// The part of ``arrangement`` that has content: what a panel shows.
    public var today: [WidgetIdentifier]
    /// Every widget that the center knows.
    public var known: [WidgetIdentifier: WidgetProperties]
    /// What does not work as it should, for the user; nil if all is well.
    public var notice: String?
    /// Why changes will not survive a restart of the center; nil when they will.
    public var stateTrouble: StateTrouble?

    /// Makes a view.
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

    /// Every widget: the arranged ones in order, then the others by identifier.
    public var allWidgets: [WidgetProperties] {
        let arranged = Set(arrangement)
        let others = known.keys.filter { !arranged.contains($0) }.sorted()
        return (arrangement + others).compactMap { known[$0] }
    }

    /// Everything that the user should know besides the widgets, sentences without their full stop.
    public var notices: [String] { [notice, stateTrouble?.description].compactMap(\.self) }

    /// Whether a center is there.
    public var isAvailable: Bool { center == .available }

    /// The widget with an identifier; nil when it is not known.
    public subscript(identifier: WidgetIdentifier) -> WidgetProperties? { known[identifier] }
}
