/// Lets so many scripts run at once as there are processors; the others wait for their turn. One that takes long mostly waits
/// for something, and gives up its place, up to a limit for all. Pure.
package struct RunQueue<Name: Hashable, Element> {
    private let places: Int
    private var waiting: [(name: Name, element: Element)] = []
    private var running: Set<Name> = []
    private var slow: Set<Name> = []

    /// How many run at once at most, those that take long included.
    package static var most: Int { 32 }
    /// After this a run takes long.
    package static var patience: Duration { .seconds(3) }

    /// - Parameter places: how many run at once that do not take long.
    package init(places: Int) { self.places = max(1, places) }

    /// Puts somebody at the end. Whoever waits or runs already is not put there again.
    package mutating func add(_ element: Element, as name: Name) {
        if running.contains(name) || slow.contains(name) || waiting.contains(where: { $0.name == name }) { return }
        waiting.append((name, element))
    }

    /// Who may begin now; nil when nobody waits, or too many run.
    package mutating func next() -> Element? {
        guard running.count < places, running.count + slow.count < max(Self.most, places), !waiting.isEmpty else {
            return nil
        }
        let first = waiting.removeFirst()
        running.insert(first.name)
        return first.element
    }

    /// A run has gone on for ``patience``.
    package mutating func takesLong(_ name: Name) { if let name = running.remove(name) { slow.insert(name) } }

    /// Somebody has ended, or waits no longer.
    package mutating func remove(_ name: Name) {
        running.remove(name)
        slow.remove(name)
        waiting.removeAll { $0.name == name }
    }
}
