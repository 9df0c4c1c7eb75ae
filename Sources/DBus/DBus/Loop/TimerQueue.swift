/// Deadlines in the order in which they are due. Pure: the time is an argument.
///
/// A canceled entry leaves the heap when it reaches the top, or when canceled entries outnumber live ones. So the loop
/// never waits for a canceled deadline.
struct TimerQueue<Element> {
    /// Identifies one entry. Each number is used once, in ascending order.
    struct ID: Hashable, Sendable { let number: UInt64 }

    private struct Slot {
        let deadline: UInt64
        let id: ID

        /// Entries with the same deadline are due in the order in which they were added.
        static func precedes(_ left: Slot, _ right: Slot) -> Bool {
            left.deadline != right.deadline ? left.deadline < right.deadline : left.id.number < right.id.number
        }
    }

    private var heap: [Slot] = []
    private var elements: [ID: Element] = [:]

    var isEmpty: Bool { elements.isEmpty }

    /// The number of waiting entries.
    var count: Int { elements.count }

    /// The number of heap slots, including those of canceled entries.
    var slotCount: Int { heap.count }

    /// The earliest deadline that isn't canceled, in the unit in which it was added.
    var nextDeadline: UInt64? { heap.first?.deadline }

    mutating func add(_ id: ID, deadline: UInt64, _ element: Element) {
        elements[id] = element
        heap.append(Slot(deadline: deadline, id: id))
        siftUp(heap.count - 1)
    }

    /// Removes an entry before it is due. Returns nil if it no longer waits.
    @discardableResult
    mutating func cancel(_ id: ID) -> Element? {
        let element = elements.removeValue(forKey: id)
        if heap.count > 2 * elements.count + 64 {
            heap.removeAll { elements[$0.id] == nil }
            heap.sort(by: Slot.precedes)
        }
        dropCancelledTop()
        return element
    }

    /// Removes and returns the earliest entry if it is due at `now`.
    mutating func popDue(now: UInt64) -> Element? {
        guard let top = heap.first, top.deadline <= now else { return nil }
        removeTop()
        let element = elements.removeValue(forKey: top.id)
        dropCancelledTop()
        return element
    }

    private mutating func dropCancelledTop() {
        while let top = heap.first, elements[top.id] == nil { removeTop() }
    }

    private mutating func removeTop() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard Slot.precedes(heap[child], heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if Slot.precedes(heap[child], heap[first]) { first = child }
            }
            if first == parent { return }
            heap.swapAt(parent, first)
            parent = first
        }
    }
}
