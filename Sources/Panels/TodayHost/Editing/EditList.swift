package import TodayModel

/// The arrangement while a user edits it. Each edit is visible at once, and undone if the center refuses it. Pure.
///
/// The base is the arrangement of the center. Unanswered edits are applied to it, even after it changes.
package struct EditList: Hashable, Sendable {
    /// An edit on its way to the center.
    package struct Pending: Hashable, Sendable {
        /// The sequence number of the edit.
        package let number: Int
        package let edit: ArrangementEdit
    }

    /// The arrangement of the center.
    private var base: [WidgetIdentifier] = []
    private var pending: [Pending] = []
    private var lastNumber = 0

    /// Creates a list without widgets.
    package init() {}

    /// The widgets to show as arranged, in order.
    package var arranged: [WidgetIdentifier] {
        var arrangement = Arrangement(base)
        for pending in pending { pending.edit.apply(to: &arrangement) }
        return arrangement.identifiers
    }

    /// Returns the other known widgets in the given order, without instances that are being removed.
    package func others(of known: [WidgetIdentifier]) -> [WidgetIdentifier] {
        let arranged = Set(arranged)
        return known.filter { identifier in
            let isLeaving = pending.contains { $0.edit == .remove(identifier) && $0.edit.removesInstance }
            return !arranged.contains(identifier) && !isLeaving
        }
    }

    /// Whether the center has answered every edit.
    package var isSettled: Bool { pending.isEmpty }

    /// Applies the current arrangement of the center.
    package mutating func apply(_ arrangement: [WidgetIdentifier]) { base = arrangement }

    /// Makes an edit. Returns the edit to send; nil if it changes nothing.
    package mutating func make(_ edit: ArrangementEdit) -> Pending? {
        let former = arranged
        lastNumber += 1
        let new = Pending(number: lastNumber, edit: edit)
        pending.append(new)
        if arranged == former, !edit.removesInstance {
            pending.removeLast()
            return nil
        }
        return new
    }

    /// Confirms an edit with the resulting arrangement of the center.
    package mutating func confirm(_ made: Pending, _ arrangement: [WidgetIdentifier]) {
        pending.removeAll { $0 == made }
        base = arrangement
    }

    /// Undoes an edit that the center refused; the others stay.
    package mutating func undo(_ refused: Pending) { pending.removeAll { $0 == refused } }
}
