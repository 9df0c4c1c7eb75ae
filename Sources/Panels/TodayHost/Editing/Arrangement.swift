package import TodayModel

/// An arrangement during an edit.
package struct Arrangement: Hashable, Sendable {
    /// A place in the arrangement.
    package enum Place: Hashable, Sendable {
        case end
        case before(WidgetIdentifier)
        case after(WidgetIdentifier)
        /// Counted from 1.
        case number(Int)
    }

    /// The reason why an edit isn't possible. The arrangement then stays unchanged.
    package enum Refusal: Error, Hashable {
        /// The widget to move isn't arranged.
        case notArranged(WidgetIdentifier)
        /// The widget that names the place isn't arranged.
        case neighborNotArranged(WidgetIdentifier, Place)
        /// The widget that names the place is the widget to move.
        case neighborIsMoved(WidgetIdentifier, Place)
        /// The place number is out of range.
        case outside(number: Int, last: Int)
    }

    package private(set) var identifiers: [WidgetIdentifier]

    package init(_ identifiers: [WidgetIdentifier]) { self.identifiers = identifiers }

    /// Adds widgets at a place, in this order. Without a place, widgets that are already arranged stay, and the others
    /// go to the end.
    package mutating func add(_ added: [WidgetIdentifier], at place: Place?) throws(Refusal) {
        guard let place else {
            identifiers += added.filter { !identifiers.contains($0) }
            return
        }
        try put(added, at: place)
    }

    /// Removes widgets.
    package mutating func remove(_ removed: [WidgetIdentifier]) {
        identifiers.removeAll { removed.contains($0) }
    }

    /// Moves a widget that is arranged.
    package mutating func move(_ identifier: WidgetIdentifier, to place: Place) throws(Refusal) {
        guard identifiers.contains(identifier) else { throw .notArranged(identifier) }
        try put([identifier], at: place)
    }

    private mutating func put(_ moved: [WidgetIdentifier], at place: Place) throws(Refusal) {
        let rest = identifiers.filter { !moved.contains($0) }
        let index: Int
        switch place {
        case .end: index = rest.count
        case .before(let other): index = try Self.index(of: other, in: rest, moving: moved, place)
        case .after(let other): index = try Self.index(of: other, in: rest, moving: moved, place) + 1
        case .number(let number):
            guard (1...rest.count + 1).contains(number) else {
                throw .outside(number: number, last: rest.count + 1)
            }
            index = number - 1
        }
        identifiers = Array(rest[..<index] + moved + rest[index...])
    }

    private static func index(
        of other: WidgetIdentifier, in rest: [WidgetIdentifier], moving moved: [WidgetIdentifier], _ place: Place
    ) throws(Refusal) -> Int {
        if moved.contains(other) { throw .neighborIsMoved(other, place) }
        guard let index = rest.firstIndex(of: other) else { throw .neighborNotArranged(other, place) }
        return index
    }
}
