package import TodayModel

/// The arrangement as a user edits it: each edit is seen at once, and taken back if the center refuses it. Pure.
///
/// What the center says is the ground; edits that it has not answered yet are made upon it, whatever it becomes
/// meanwhile.
package struct EditList: Hashable, Sendable {
    /// An edit on its way to the center.
    package struct Pending: Hashable, Sendable {
        /// Counts the edits.
        package let number: Int
        package let edit: ArrangementEdit
    }

    /// What the center says.
    private var ground: [WidgetIdentifier] = []
    private var pending: [Pending] = []
    private var lastNumber = 0

    /// Makes one without widgets.
    package init() {}

    /// The widgets to show as arranged, in order.
    package var arranged: [WidgetIdentifier] {
        var arrangement = Arrangement(ground)
        for pending in pending { pending.edit.apply(to: &arrangement) }
        return arrangement.identifiers
    }

    /// The others of all known widgets, in the order they are given in, without instances that are being removed.
    package func others(of known: [WidgetIdentifier]) -> [WidgetIdentifier] {
        let arranged = Set(arranged)
        return known.filter { identifier in
            let isLeaving = pending.contains { $0.edit == .remove(identifier) && $0.edit.removesInstance }
            return !arranged.contains(identifier) && !isLeaving
        }
    }

    /// Whether the center has answered everything.
    package var isSettled: Bool { pending.isEmpty }

    /// Takes what the center says now.
    package mutating func take(_ arrangement: [WidgetIdentifier]) { ground = arrangement }

    /// Makes an edit. Returns what is to be sent; nil when it changes nothing.
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

    /// The center has made an edit, and has this arrangement.
    package mutating func confirm(_ made: Pending, _ arrangement: [WidgetIdentifier]) {
        pending.removeAll { $0 == made }
        ground = arrangement
    }

    /// The center has refused an edit: it is taken back, the others stay.
    package mutating func takeBack(_ refused: Pending) { pending.removeAll { $0 == refused } }
}
