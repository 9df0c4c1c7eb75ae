/// What a panel shows as a whole.
package enum TodayPage: Hashable, Sendable {
    /// Nothing is known yet.
    case connecting
    /// There is no center; the reason is a sentence without its full stop.
    case unavailable(reason: String)
    /// The center knows no widget at all.
    case noWidgets
    /// There are widgets, but none that the user has arranged.
    case nothingArranged
    /// The arranged widgets have nothing to show.
    case nothingToShow
    /// There are cards.
    case cards

    /// Which page a view asks for.
    package init(_ view: TodayView) {
        switch view.center {
        case .connecting: self = .connecting
        case .unavailable(let reason): self = .unavailable(reason: reason)
        case .available:
            if !view.widgets.isEmpty {
                self = .cards
            } else if view.known.isEmpty {
                self = .noWidgets
            } else {
                self = view.arrangement.isEmpty ? .nothingArranged : .nothingToShow
            }
        }
    }
}
