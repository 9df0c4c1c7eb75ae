/// How a list of things that are told apart by keys becomes another one.
package enum OrderStep<Key: Hashable & Sendable>: Hashable, Sendable {
    /// The one at this index goes.
    case remove(at: Int)
    /// One with a new key comes to this index.
    case insert(Key, at: Int)
    /// One is taken out, and put where it then has this index.
    case move(from: Int, to: Int)

    /// The steps from `old` to `new`, each of which applies to what the steps before it made. No key comes twice in
    /// either. As few as possible are moved, and all others stay where they are.
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
            // Those that are yet to be moved may stand in between; they go away in time.
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

    /// The elements of a longest rising subsequence.
    private static func longestRise(_ numbers: [Int]) -> Set<Int> {
        // For each length the smallest last element, by its index in `numbers`.
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
