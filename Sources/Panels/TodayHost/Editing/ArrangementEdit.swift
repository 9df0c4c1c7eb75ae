package import TodayModel

/// One change that a user makes to the arrangement in a panel.
///
/// It is made for one arrangement and can be applied to any other. Changes by others stay, unless the edit contradicts
/// them. Applying it twice has the same effect as applying it once.
package enum ArrangementEdit: Hashable, Sendable {
    /// Appends a widget; a widget that is already arranged stays.
    case add(WidgetIdentifier)
    /// Removes a widget.
    case remove(WidgetIdentifier)
    /// Puts a widget after the nearest of the widgets that preceded it and are still arranged. If none of them is, it
    /// becomes the first.
    case move(WidgetIdentifier, behind: [WidgetIdentifier])
    /// Brings back a removed widget, behind the nearest of the widgets that preceded it and are still arranged. The
    /// center restores a removed instance to its own place.
    case restore(WidgetIdentifier, behind: [WidgetIdentifier])

    /// Returns the move of a widget to an index, which is counted without the widget; nil if it is at the index already
    /// or isn't arranged.
    package static func move(
        _ identifier: WidgetIdentifier, to index: Int, in identifiers: [WidgetIdentifier]
    ) -> ArrangementEdit? {
        guard let former = identifiers.firstIndex(of: identifier) else { return nil }
        let rest = identifiers.filter { $0 != identifier }
        let index = min(max(index, 0), rest.count)
        if index == former { return nil }
        return .move(identifier, behind: rest[..<index].reversed())
    }

    /// Whether it removes one of several instances of a widget, which then no longer exists.
    package var removesInstance: Bool {
        if case .remove(let identifier) = self { identifier.instance > 1 } else { false }
    }

    /// Whether it brings back one of several instances of a widget.
    package var restoresInstance: Bool {
        if case .restore(let identifier, _) = self { identifier.instance > 1 } else { false }
    }

    /// Applies the edit.
    package func apply(to arrangement: inout Arrangement) {
        switch self {
        case .add(let identifier): try? arrangement.add([identifier], at: nil)
        case .remove(let identifier): arrangement.remove([identifier])
        case .restore(let identifier, let neighbors):
            try? arrangement.add([identifier], at: nil)
            ArrangementEdit.move(identifier, behind: neighbors).apply(to: &arrangement)
        case .move(let identifier, let neighbors):
            // If the widget was removed in the meantime, it stays removed.
            let neighbor = neighbors.first { arrangement.identifiers.contains($0) }
            try? arrangement.move(identifier, to: neighbor.map { .after($0) } ?? .number(1))
        }
    }
}
