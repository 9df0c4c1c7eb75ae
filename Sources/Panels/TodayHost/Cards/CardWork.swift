package import TodayModel

/// Cards to create or update, each at most once, in the order in which they were added. A panel can so work in
/// portions, and a card that changes all the time doesn't delay the others.
package struct CardWork: Sendable {
    /// The work on one card.
    package struct Item: Hashable, Sendable {
        /// The identifier of the widget.
        package var identifier: WidgetIdentifier
        /// Whether the user is watching, so that changes may be animated.
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

    /// Whether no work is left.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Adds a card. A card that waits already keeps its place.
    package mutating func add(_ identifier: WidgetIdentifier, isAnimated: Bool) {
        guard waiting.insert(identifier).inserted else { return }
        items.append(Item(identifier: identifier, isAnimated: isAnimated))
    }

    /// Removes and returns the card that has waited the longest; nil if none waits.
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
