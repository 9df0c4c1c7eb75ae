/// Keys ordered by their times, each at most once. Pure. Setting or removing a key costs O(log n).
package struct TimeHeap<Key: Hashable & Sendable>: Sendable {
    private struct Slot {
        let time: UInt64
        let number: UInt64
        let key: Key

        /// Keys with the same time keep the order in which they were set.
        static func precedes(_ left: Slot, _ right: Slot) -> Bool {
            left.time != right.time ? left.time < right.time : left.number < right.number
        }
    }

    private var heap: [Slot] = []
    private var positions: [Key: Int] = [:]
    private var lastNumber: UInt64 = 0

    package init() {}

    package var count: Int { heap.count }

    /// The earliest time.
    package var firstTime: UInt64? { heap.first?.time }

    /// The key with the earliest time.
    package var first: Key? { heap.first?.key }

    /// Sets the time of a key; nil removes the key.
    package mutating func set(_ key: Key, _ time: UInt64?) {
        guard let position = positions[key] else {
            if let time { append(key, time) }
            return
        }
        guard let time else { return remove(at: position) }
        if heap[position].time == time { return }
        lastNumber += 1
        place(Slot(time: time, number: lastNumber, key: key), at: position)
        sift(position)
    }

    /// Removes and returns the first key if its time isn't after `now`.
    package mutating func pop(until now: UInt64) -> Key? {
        guard let first = heap.first, first.time <= now else { return nil }
        remove(at: 0)
        return first.key
    }

    private mutating func append(_ key: Key, _ time: UInt64) {
        lastNumber += 1
        let slot = Slot(time: time, number: lastNumber, key: key)
        heap.append(slot)
        positions[key] = heap.count - 1
        sift(heap.count - 1)
    }

    private mutating func remove(at position: Int) {
        positions[heap[position].key] = nil
        let last = heap.removeLast()
        guard position < heap.count else { return }
        place(last, at: position)
        sift(position)
    }

    private mutating func place(_ slot: Slot, at position: Int) {
        heap[position] = slot
        positions[slot.key] = position
    }

    /// Moves the slot at a position up or down to its correct position.
    private mutating func sift(_ start: Int) {
        let slot = heap[start]
        var position = start
        while position > 0, case let parent = (position - 1) / 2, Slot.precedes(slot, heap[parent]) {
            place(heap[parent], at: position)
            position = parent
        }
        while case let child = firstChild(of: position), child < heap.count, Slot.precedes(heap[child], slot) {
            place(heap[child], at: position)
            position = child
        }
        place(slot, at: position)
    }

    private func firstChild(of position: Int) -> Int {
        let (left, right) = (2 * position + 1, 2 * position + 2)
        return right < heap.count && Slot.precedes(heap[right], heap[left]) ? right : left
    }
}
