package import TodayModel

/// Which widgets have a place, and in what order; those that are not there have theirs as well. Pure.
///
/// What panels are told is kept ready. To look at it costs nothing, and a widget that comes, goes, hides or shows is found
/// in O(log n) of those that have a place now, however many have had one.
package struct WidgetOrder: Sendable {
    /// The order, as numbers that rise along it.
    private var ranks: [WidgetIdentifier: Int] = [:]
    private var lastRank = 0
    /// All places, in order.
    package private(set) var all: [WidgetIdentifier] = []
    /// Those of widgets that are there.
    package private(set) var arrangement: [WidgetIdentifier] = []
    /// Those of ``arrangement`` that have content.
    package private(set) var today: [WidgetIdentifier] = []

    package init(_ identifiers: [WidgetIdentifier] = []) {
        for identifier in identifiers { append(identifier) }
    }

    package func contains(_ identifier: WidgetIdentifier) -> Bool { ranks[identifier] != nil }

    /// Gives a place at the end to a widget that has none. It is not there yet.
    package mutating func append(_ identifier: WidgetIdentifier) {
        guard ranks[identifier] == nil else { return }
        lastRank += 1
        ranks[identifier] = lastRank
        all.append(identifier)
    }

    /// Gives a place to a widget that has none, right behind another one, or at the end. It is not there yet.
    package mutating func insert(_ identifier: WidgetIdentifier, behind other: WidgetIdentifier?) {
        guard ranks[identifier] == nil else { return }
        guard let other, let index = all.firstIndex(of: other) else { return append(identifier) }
        let (arrangement, today) = (arrangement, today)
        self = WidgetOrder(Array(all[...index]) + [identifier] + all[(index + 1)...])
        (self.arrangement, self.today) = (arrangement, today)
    }

    /// Takes a place back.
    package mutating func remove(_ identifier: WidgetIdentifier) {
        guard ranks[identifier] != nil else { return }
        leave(identifier)
        Self.put(identifier, false, in: &all, ranks)
        ranks[identifier] = nil
    }

    /// A widget is there, with or without content. One without a place changes nothing.
    package mutating func show(_ identifier: WidgetIdentifier, hasContent: Bool) {
        guard ranks[identifier] != nil else { return }
        Self.put(identifier, true, in: &arrangement, ranks)
        Self.put(identifier, hasContent, in: &today, ranks)
    }

    /// A widget has gone, and keeps its place.
    package mutating func leave(_ identifier: WidgetIdentifier) {
        guard ranks[identifier] != nil else { return }
        Self.put(identifier, false, in: &arrangement, ranks)
        Self.put(identifier, false, in: &today, ranks)
    }

    /// Gives places to these widgets, which are there, in this order, and to none else of those that are there. WidgetOrder of
    /// widgets that have gone come behind.
    ///
    /// - Parameter shown: those of them that have content, in the same order.
    package mutating func arrange(_ identifiers: [WidgetIdentifier], shown: [WidgetIdentifier]) {
        let present = Set(arrangement).union(identifiers)
        let absent = all.filter { !present.contains($0) }
        self = WidgetOrder(identifiers + absent)
        arrangement = identifiers
        today = shown
    }

    /// Puts a widget into a list in the order of places, or takes it out.
    private static func put(
        _ identifier: WidgetIdentifier, _ isIn: Bool, in list: inout [WidgetIdentifier],
        _ ranks: [WidgetIdentifier: Int]
    ) {
        let index = index(of: ranks[identifier] ?? .max, in: list, ranks)
        let isThere = index < list.count && list[index] == identifier
        if isIn, !isThere { list.insert(identifier, at: index) }
        if !isIn, isThere { list.remove(at: index) }
    }

    /// Where a rank is in a list, or would be.
    private static func index(
        of rank: Int, in list: [WidgetIdentifier], _ ranks: [WidgetIdentifier: Int]
    ) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[list[middle], default: .max] < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
