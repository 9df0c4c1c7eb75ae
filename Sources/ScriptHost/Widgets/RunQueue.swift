/// Lets so many run at once as there are processors; the others wait for their turn. Pure.
struct RunQueue<Name: Hashable, Element> {
    private let slots: Int
    private var waiting: [(name: Name, element: Element)] = []
    private var running: Set<Name> = []

    init(slots: Int) { self.slots = max(1, slots) }

    /// Puts somebody at the end. Whoever waits or runs already is not put there again.
    mutating func add(_ element: Element, as name: Name) {
        if !running.contains(name), !waiting.contains(where: { $0.name == name }) { waiting.append((name, element)) }
    }

    /// Who may begin now; nil when nobody waits, or too many run.
    mutating func next() -> Element? {
        guard running.count < slots, !waiting.isEmpty else { return nil }
        let first = waiting.removeFirst()
        running.insert(first.name)
        return first.element
    }

    /// Somebody has ended, or waits no longer.
    mutating func remove(_ name: Name) {
        running.remove(name)
        waiting.removeAll { $0.name == name }
    }
}
