/// The kind of page that a panel shows.
package enum TodayPage: Hashable, Sendable {
    /// The view isn't known yet.
    case connecting
    /// The center is unavailable.
    case unavailable(reason: CenterAbsence)
    /// The center has no widgets.
    case noWidgets
    /// The center has widgets, but the user has arranged none of them.
    case nothingArranged
    /// The arranged widgets have nothing to show.
    case nothingToShow
    /// The panel shows cards.
    case cards

    /// Creates the page for a view.
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
