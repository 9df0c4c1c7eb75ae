/// Runs as many scripts at once as the machine has processors; the others wait for their turn. A run that takes long
/// mostly waits for something itself, so it gives up its place, up to a limit for all runs. Pure.
package struct RunQueue<Name: Hashable, Element> {
    private let places: Int
    private var waiting: [(name: Name, element: Element)] = []
    private var running: Set<Name> = []
    private var slow: Set<Name> = []

    /// The maximum number of runs at once, including slow ones.
    package static var most: Int { 32 }
    /// The time after which a run counts as slow.
    package static var patience: Duration { .seconds(3) }

    /// - Parameter places: The number of runs at once that aren't slow.
    package init(places: Int) { self.places = max(1, places) }

    /// Adds an element at the end, unless it already waits or runs.
    package mutating func add(_ element: Element, as name: Name) {
        if running.contains(name) || slow.contains(name) || waiting.contains(where: { $0.name == name }) { return }
        waiting.append((name, element))
    }

    /// Returns the next element to run; nil if none is waiting, or too many are running.
    package mutating func next() -> Element? {
        guard running.count < places, running.count + slow.count < max(Self.most, places), !waiting.isEmpty else {
            return nil
        }
        let first = waiting.removeFirst()
        running.insert(first.name)
        return first.element
    }

    /// Marks a run as slow: it has taken ``patience``.
    package mutating func markSlow(_ name: Name) { if let name = running.remove(name) { slow.insert(name) } }

    /// Removes an element that has ended, or no longer waits.
    package mutating func remove(_ name: Name) {
        running.remove(name)
        slow.remove(name)
        waiting.removeAll { $0.name == name }
    }
}
