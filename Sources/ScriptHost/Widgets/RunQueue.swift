/// Lets so many run at once as there are processors; the others wait for their turn. Pure.
struct RunQueue<Element: Hashable> {
    private let slots: Int
    private var waiting: [Element] = []
    private var running: Set<Element> = []

    init(slots: Int) { self.slots = max(1, slots) }

    /// Puts somebody at the end. Whoever waits or runs already is not put there again.
    mutating func add(_ element: Element) {
        if !running.contains(element), !waiting.contains(element) { waiting.append(element) }
    }

    /// Who may begin now; nil when nobody waits, or too many run.
    mutating func next() -> Element? {
        guard running.count < slots, !waiting.isEmpty else { return nil }
        let element = waiting.removeFirst()
        running.insert(element)
        return element
    }

    /// Somebody has ended, or waits no longer.
    mutating func remove(_ element: Element) {
        running.remove(element)
        waiting.removeAll { $0 == element }
    }
}
