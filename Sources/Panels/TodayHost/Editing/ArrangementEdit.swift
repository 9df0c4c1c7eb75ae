package import TodayModel

/// One thing that a user does to the arrangement in a panel.
///
/// It is made for one arrangement and makes sense for every other: what others have done meanwhile stays, as far as it
/// does not contradict it. Made twice it does what it does once.
package enum ArrangementEdit: Hashable, Sendable {
    /// Appends a widget; one that is there stays where it is.
    case add(WidgetIdentifier)
    /// Takes a widget out.
    case remove(WidgetIdentifier)
    /// Puts a widget behind one of those that stood before it, the nearest of them that is still there; before all others
    /// if none is.
    case move(WidgetIdentifier, behind: [WidgetIdentifier])

    /// The move that brings a widget to an index, counted without it; nil if it is there already, or not arranged.
    package static func move(
        _ identifier: WidgetIdentifier, to index: Int, in identifiers: [WidgetIdentifier]
    ) -> ArrangementEdit? {
        guard let former = identifiers.firstIndex(of: identifier) else { return nil }
        let rest = identifiers.filter { $0 != identifier }
        let index = min(max(index, 0), rest.count)
        if index == former { return nil }
        return .move(identifier, behind: rest[..<index].reversed())
    }

    /// Whether it takes out one of several instances of a widget, which is then there no more.
    package var removesInstance: Bool {
        if case .remove(let identifier) = self { identifier.instance > 1 } else { false }
    }

    /// Makes the edit.
    package func apply(to arrangement: inout Arrangement) {
        switch self {
        case .add(let identifier): try? arrangement.add([identifier], at: nil)
        case .remove(let identifier): arrangement.remove([identifier])
        case .move(let identifier, let neighbours):
            // Whoever took it out meanwhile meant it.
            let neighbour = neighbours.first { arrangement.identifiers.contains($0) }
            try? arrangement.move(identifier, to: neighbour.map { .after($0) } ?? .number(1))
        }
    }
}
