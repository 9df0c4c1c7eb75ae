/// A sorted set that finds the element at a rank in logarithmic time.
///
/// A treap: a search tree that is a heap by pseudo-random priorities, so its depth is logarithmic whatever the order of
/// the changes is.
package struct RankedSet<Element: Comparable & Sendable>: Sendable {
    private struct Node: Sendable {
        var element: Element
        let priority: UInt64
        var left = -1
        var right = -1
        /// The elements of the subtree.
        var count = 1
    }

    private var nodes: [Node] = []
    /// The places in `nodes` without an element.
    private var free: [Int] = []
    private var root = -1
    private var seed: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init() {}

    package var count: Int { root < 0 ? 0 : nodes[root].count }
    package var isEmpty: Bool { root < 0 }

    /// Returns the element at a rank, from 0.
    package subscript(rank: Int) -> Element {
        precondition((0..<count).contains(rank), "the rank is outside of the set")
        var (index, rank) = (root, rank)
        while true {
            let left = size(nodes[index].left)
            if rank == left { return nodes[index].element }
            if rank < left {
                index = nodes[index].left
            } else {
                rank -= left + 1
                index = nodes[index].right
            }
        }
    }

    /// Returns the first elements, in order.
    package func prefix(_ length: Int) -> [Element] { (0..<min(length, count)).map { self[$0] } }

    /// Adds an element. Does nothing if the set has it.
    package mutating func insert(_ element: Element) {
        if contains(element) { return }
        // xorshift64
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        let node = Node(element: element, priority: seed)
        let index: Int
        if let place = free.popLast() {
            nodes[place] = node
            index = place
        } else {
            nodes.append(node)
            index = nodes.count - 1
        }
        let (before, after) = split(root, before: element)
        root = merge(merge(before, index), after)
    }

    /// Removes an element. Does nothing if the set doesn't have it.
    package mutating func remove(_ element: Element) {
        guard contains(element) else { return }
        root = removing(element, from: root)
    }

    package func contains(_ element: Element) -> Bool {
        var index = root
        while index >= 0 {
            if element == nodes[index].element { return true }
            index = element < nodes[index].element ? nodes[index].left : nodes[index].right
        }
        return false
    }

    private func size(_ index: Int) -> Int { index < 0 ? 0 : nodes[index].count }

    private mutating func recount(_ index: Int) {
        nodes[index].count = 1 + size(nodes[index].left) + size(nodes[index].right)
    }

    /// Splits a tree into the elements before an element and the others.
    private mutating func split(_ index: Int, before element: Element) -> (Int, Int) {
        if index < 0 { return (-1, -1) }
        if nodes[index].element < element {
            let (first, second) = split(nodes[index].right, before: element)
            nodes[index].right = first
            recount(index)
            return (index, second)
        }
        let (first, second) = split(nodes[index].left, before: element)
        nodes[index].left = second
        recount(index)
        return (first, index)
    }

    /// Joins two trees, of which the first has the lesser elements.
    private mutating func merge(_ first: Int, _ second: Int) -> Int {
        if first < 0 { return second }
        if second < 0 { return first }
        if nodes[first].priority > nodes[second].priority {
            nodes[first].right = merge(nodes[first].right, second)
            recount(first)
            return first
        }
        nodes[second].left = merge(first, nodes[second].left)
        recount(second)
        return second
    }

    private mutating func removing(_ element: Element, from index: Int) -> Int {
        if nodes[index].element == element {
            free.append(index)
            return merge(nodes[index].left, nodes[index].right)
        }
        if element < nodes[index].element {
            nodes[index].left = removing(element, from: nodes[index].left)
        } else {
            nodes[index].right = removing(element, from: nodes[index].right)
        }
        recount(index)
        return index
    }
}
