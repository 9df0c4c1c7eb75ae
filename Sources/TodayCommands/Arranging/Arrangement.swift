internal import TodayModel

/// An arrangement that is being edited.
struct Arrangement: Hashable {
    /// Where a widget goes.
    enum Place: Hashable {
        case end
        case before(WidgetIdentifier)
        case after(WidgetIdentifier)
        /// Counted from 1.
        case number(Int)
    }

    private(set) var identifiers: [WidgetIdentifier]

    init(_ identifiers: [WidgetIdentifier]) { self.identifiers = identifiers }

    /// Adds widgets at a place, in this order. Without a place, those that are there stay where they are, and the others
    /// go to the end.
    mutating func add(_ added: [WidgetIdentifier], at place: Place?) throws(CommandFailure) {
        guard let place else {
            identifiers += added.filter { !identifiers.contains($0) }
            return
        }
        try put(added, at: place)
    }

    /// Takes widgets out.
    mutating func remove(_ removed: [WidgetIdentifier]) {
        identifiers.removeAll { removed.contains($0) }
    }

    /// Moves a widget that is in it.
    mutating func move(_ identifier: WidgetIdentifier, to place: Place) throws(CommandFailure) {
        guard identifiers.contains(identifier) else {
            throw CommandFailure(.failed, "\(identifier) is not arranged ('todayctl add \(identifier)' adds it)")
        }
        try put([identifier], at: place)
    }

    private mutating func put(_ moved: [WidgetIdentifier], at place: Place) throws(CommandFailure) {
        let rest = identifiers.filter { !moved.contains($0) }
        let index: Int
        switch place {
        case .end: index = rest.count
        case .before(let other): index = try Self.index(of: other, in: rest, moving: moved, "--before")
        case .after(let other): index = try Self.index(of: other, in: rest, moving: moved, "--after") + 1
        case .number(let number):
            guard (1...rest.count + 1).contains(number) else {
                throw CommandFailure(.failed, "--to: \(number) is outside 1…\(rest.count + 1)")
            }
            index = number - 1
        }
        identifiers = Array(rest[..<index] + moved + rest[index...])
    }

    private static func index(
        of other: WidgetIdentifier, in rest: [WidgetIdentifier], moving moved: [WidgetIdentifier], _ option: String
    ) throws(CommandFailure) -> Int {
        if moved.contains(other) {
            throw CommandFailure(.failed, "\(option): \(other) is the widget that is to be moved")
        }
        guard let index = rest.firstIndex(of: other) else {
            throw CommandFailure(.failed, "\(option): \(other) is not arranged")
        }
        return index
    }
}
