package import TodayModel

/// The places of widgets, in order; absent widgets have places too. Pure.
///
/// The lists for panels are kept ready, so reading them costs nothing. Adding, removing, hiding or showing a widget
/// costs O(log n) in the number of present widgets, regardless of the number of places.
package struct WidgetOrder: Sendable {
    /// The order, as numbers that increase along it.
    private var ranks: [WidgetIdentifier: Int] = [:]
    private var lastRank = 0
    /// All places, in order.
    package private(set) var all: [WidgetIdentifier] = []
    /// The places of present widgets.
    package private(set) var arrangement: [WidgetIdentifier] = []
    /// The members of ``arrangement`` that have content.
    package private(set) var today: [WidgetIdentifier] = []

    package init(_ identifiers: [WidgetIdentifier] = []) {
        for identifier in identifiers { append(identifier) }
    }

    package func contains(_ identifier: WidgetIdentifier) -> Bool { ranks[identifier] != nil }

    /// Adds a place at the end for a widget without one. The widget isn't present yet.
    package mutating func append(_ identifier: WidgetIdentifier) {
        guard ranks[identifier] == nil else { return }
        lastRank += 1
        ranks[identifier] = lastRank
        all.append(identifier)
    }

    /// Adds a place for a widget without one, right after another one, or at the end. The widget isn't present yet.
    package mutating func insert(_ identifier: WidgetIdentifier, behind other: WidgetIdentifier?) {
        guard ranks[identifier] == nil else { return }
        guard let other, let index = all.firstIndex(of: other) else { return append(identifier) }
        insert(identifier, atPlace: index + 1)
    }

    /// Adds a place for a widget without one, so that its index in ``arrangement`` is `index` once it is present; at the
    /// end if there are fewer present widgets.
    package mutating func insert(_ identifier: WidgetIdentifier, at index: Int) {
        guard ranks[identifier] == nil else { return }
        guard index < arrangement.count, let place = all.firstIndex(of: arrangement[max(index, 0)]) else {
            return append(identifier)
        }
        insert(identifier, atPlace: place)
    }

    private mutating func insert(_ identifier: WidgetIdentifier, atPlace index: Int) {
        let (arrangement, today) = (arrangement, today)
        self = WidgetOrder(Array(all[..<index]) + [identifier] + all[index...])
        (self.arrangement, self.today) = (arrangement, today)
    }

    /// Removes a place.
    package mutating func remove(_ identifier: WidgetIdentifier) {
        guard ranks[identifier] != nil else { return }
        leave(identifier)
        Self.put(identifier, false, in: &all, ranks)
        ranks[identifier] = nil
    }

    /// Marks a widget as present, with or without content. A widget without a place changes nothing.
    package mutating func show(_ identifier: WidgetIdentifier, hasContent: Bool) {
        guard ranks[identifier] != nil else { return }
        Self.put(identifier, true, in: &arrangement, ranks)
        Self.put(identifier, hasContent, in: &today, ranks)
    }

    /// Marks a widget as absent; it keeps its place.
    package mutating func leave(_ identifier: WidgetIdentifier) {
        guard ranks[identifier] != nil else { return }
        Self.put(identifier, false, in: &arrangement, ranks)
        Self.put(identifier, false, in: &today, ranks)
    }

    /// Gives places to these present widgets in this order, and to no other present widgets. The places of absent
    /// widgets follow.
    ///
    /// - Parameter shown: the ones with content, in the same order.
    /// - Parameter shown: those of them that have content, in the same order.
    package mutating func arrange(_ identifiers: [WidgetIdentifier], shown: [WidgetIdentifier]) {
        let present = Set(arrangement).union(identifiers)
        let absent = all.filter { !present.contains($0) }
        self = WidgetOrder(identifiers + absent)
        arrangement = identifiers
        today = shown
    }

    /// Inserts a widget into a list in the order of places, or removes it.
    private static func put(
        _ identifier: WidgetIdentifier, _ isIn: Bool, in list: inout [WidgetIdentifier],
        _ ranks: [WidgetIdentifier: Int]
    ) {
        let index = index(of: ranks[identifier] ?? .max, in: list, ranks)
        let isListed = index < list.count && list[index] == identifier
        if isIn, !isListed { list.insert(identifier, at: index) }
        if !isIn, isListed { list.remove(at: index) }
    }

    /// Returns the index of a rank in a list, or the index at which to insert it.
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
