package import TodayModel

/// Cards that are to be made or brought up to date, each once, in the order in which that became known: so whoever has
/// much to do can do it in portions, and nobody waits for ever because another changes all the time.
package struct CardWork: Sendable {
    /// One card's.
    package struct Item: Hashable, Sendable {
        /// Whose card it is.
        package var identifier: WidgetIdentifier
        /// Whether the user watches, so that what changes may move.
        package var isAnimated: Bool

        package init(identifier: WidgetIdentifier, isAnimated: Bool) {
            self.identifier = identifier
            self.isAnimated = isAnimated
        }
    }

    private var items: [Item] = []
    private var first = 0
    private var waiting: Set<WidgetIdentifier> = []

    package init() {}

    /// Whether there is nothing to do.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Notes that a card is to be seen to. One that waits already keeps its place.
    package mutating func add(_ identifier: WidgetIdentifier, isAnimated: Bool) {
        guard waiting.insert(identifier).inserted else { return }
        items.append(Item(identifier: identifier, isAnimated: isAnimated))
    }

    /// Takes out what waits longest; nil when there is nothing to do.
    package mutating func next() -> Item? {
        guard first < items.count else { return nil }
        let item = items[first]
        first += 1
        if first == items.count {
            items.removeAll(keepingCapacity: true)
            first = 0
        }
        waiting.remove(item.identifier)
        return item
    }
}
