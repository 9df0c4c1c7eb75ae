package import TodayModel

/// The widgets that a user has just removed in a panel and can still bring back. Pure.
///
/// Each removal and each undo starts the time again, so that the user can undo several removals one after the other.
package struct Removals: Hashable, Sendable {
    /// The time to undo a removal.
    package static let period: Duration = .seconds(10)

    /// One removal.
    package struct Removal: Hashable, Sendable {
        package let identifier: WidgetIdentifier
        /// The widget's name; never empty.
        package let name: String
        /// The widgets that preceded it, the nearest first.
        package let predecessors: [WidgetIdentifier]

        /// Remembers a widget of an arrangement before it is removed.
        package init(_ identifier: WidgetIdentifier, name: String, in arrangement: [WidgetIdentifier]) {
            self.identifier = identifier
            self.name = name
            predecessors = arrangement.prefix { $0 != identifier }.reversed()
        }

        /// The sentence that reports it.
        package var words: String { Removals.words(name) }

        /// The edit that undoes it.
        package var undo: ArrangementEdit { .restore(identifier, behind: predecessors) }
    }

    /// Returns the sentence that reports the removal of a widget.
    package static func words(_ name: String) -> String { tr("{name} removed", ["name": name]) }

    /// The text of the button that undoes it.
    package static var undoLabel: String { tr("Undo") }

    private var removals: [Removal] = []
    /// When the last removal can't be undone any longer; nil without a removal.
    package private(set) var deadline: ContinuousClock.Instant?

    package init() {}

    /// The removal that is undone next; nil without a removal.
    package var last: Removal? { removals.last }

    /// Adds a removal.
    package mutating func add(_ removal: Removal, now: ContinuousClock.Instant) {
        pass(now)
        removals.append(removal)
        deadline = now + Self.period
    }

    /// Returns the last removal, which the caller undoes; nil without a removal.
    package mutating func takeLast(now: ContinuousClock.Instant) -> Removal? {
        pass(now)
        let last = removals.popLast()
        deadline = removals.isEmpty ? nil : now + Self.period
        return last
    }

    /// Forgets the removals when their time is over. Returns whether that changes anything.
    @discardableResult
    package mutating func pass(_ now: ContinuousClock.Instant) -> Bool {
        guard let deadline, deadline <= now else { return false }
        self = Removals()
        return true
    }
}
