/// How many updates the center begins by itself at once. Pure.
///
/// A hundred widgets that become due together must not start a hundred programs together. They begin in the order they
/// became due, ``limit`` at a time; the next begins when one of these ends. What somebody asks for does not wait here, and
/// takes no slot.
package struct UpdateLimiter<Key: Hashable & Sendable>: Sendable {
    /// Enough that a few providers that hang for their 18 s do not hold up all others, and few enough for a small machine.
    package static var limit: Int { 8 }

    private var running: Set<Key> = []
    private var queue: [(key: Key, number: UInt64)] = []
    /// Where the queue begins.
    private var head = 0
    /// The number of each that waits; others in the queue have been withdrawn.
    private var numbers: [Key: UInt64] = [:]
    private var lastNumber: UInt64 = 0

    package init() {}

    /// Whether a widget waits for its turn.
    package func isWaiting(_ key: Key) -> Bool { numbers[key] != nil }

    /// How many have a slot.
    package var runningCount: Int { running.count }

    /// Adds a widget at the end, unless it waits already.
    package mutating func wait(_ key: Key) {
        if isWaiting(key) { return }
        lastNumber += 1
        numbers[key] = lastNumber
        queue.append((key, lastNumber))
    }

    /// Takes out one that waits.
    package mutating func withdraw(_ key: Key) {
        numbers[key] = nil
        // Those that were withdrawn do not fill the queue while nobody gets a slot.
        guard queue.count - head > 2 * numbers.count + 64 else { return }
        queue = queue[head...].filter { numbers[$0.key] == $0.number }
        head = 0
    }

    /// How long the queue is, with those that were withdrawn.
    package var queueLength: Int { queue.count - head }

    /// Gives a slot to the first that waits; nil when there is no slot, or nobody.
    package mutating func next() -> Key? {
        guard running.count < Self.limit else { return nil }
        defer { compact() }
        while head < queue.count {
            let (key, number) = queue[head]
            head += 1
            guard numbers[key] == number else { continue }
            numbers[key] = nil
            running.insert(key)
            return key
        }
        return nil
    }

    /// Gives the slot back, if the widget has one.
    package mutating func end(_ key: Key) { running.remove(key) }

    private mutating func compact() {
        guard head == queue.count || head > 64 && head * 2 > queue.count else { return }
        queue.removeFirst(head)
        head = 0
    }
}
