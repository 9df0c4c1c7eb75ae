/// A step that turns a list of unique keys into another one.
package enum OrderStep<Key: Hashable & Sendable>: Hashable, Sendable {
    /// Removes the element at this index.
    case remove(at: Int)
    /// Inserts an element with a new key at this index.
    case insert(Key, at: Int)
    /// Removes an element and inserts it again, so that it then has this index.
    case move(from: Int, to: Int)

    /// Returns the steps from `old` to `new`; each applies to the result of the steps before it. Keys are unique in
    /// both lists. As few elements as possible move; all others stay where they are.
    package static func steps(from old: [Key], to new: [Key]) -> [OrderStep] {
        if old == new { return [] }
        var steps: [OrderStep] = []
        let wanted = Set(new)
        var current = old
        for index in old.indices.reversed() where !wanted.contains(old[index]) {
            steps.append(.remove(at: index))
            current.remove(at: index)
        }
        let former = Dictionary(uniqueKeysWithValues: current.enumerated().map { ($1, $0) })
        let staying = longestRise(new.compactMap { former[$0] })
        var target = 0
        for key in new {
            // Elements that move later may stand in between; their own steps remove them.
            if let place = former[key], staying.contains(place) {
                target = (current[target...].firstIndex(of: key) ?? target) + 1
            } else if former[key] != nil, let index = current.firstIndex(of: key) {
                current.remove(at: index)
                if index < target { target -= 1 }
                current.insert(key, at: target)
                if index != target { steps.append(.move(from: index, to: target)) }
                target += 1
            } else {
                current.insert(key, at: target)
                steps.append(.insert(key, at: target))
                target += 1
            }
        }
        return steps
    }

    /// Returns the elements of a longest rising subsequence.
    private static func longestRise(_ numbers: [Int]) -> Set<Int> {
        // For each length, the index in `numbers` of the smallest last element.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for index in numbers.indices {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result: Set<Int> = []
        var index = ends.last
        while let current = index {
            result.insert(numbers[current])
            index = previous[current]
        }
        return result
    }
}
