/// Limits the updates that the center starts by itself at once. Pure.
///
/// If a hundred widgets become due together, the center must not start a hundred programs together. Updates start in
/// the order in which they became due, ``limit`` at a time; the next starts when one of these ends. Requested updates
/// don't wait here, and take no slot.
package struct UpdateLimiter<Key: Hashable & Sendable>: Sendable {
    /// Large enough that a few providers that hang for their 18 s don't block all others, and small enough for a small
    /// machine.
    package static var limit: Int { 8 }

    private var running: Set<Key> = []
    private var queue: [(key: Key, number: UInt64)] = []
    /// The index of the first entry of the queue.
    private var head = 0
    /// The number of each waiting widget; other entries of the queue are withdrawn.
    private var numbers: [Key: UInt64] = [:]
    private var lastNumber: UInt64 = 0

    package init() {}

    /// Whether a widget waits for its turn.
    package func isWaiting(_ key: Key) -> Bool { numbers[key] != nil }

    /// The number of slots in use.
    package var runningCount: Int { running.count }

    /// Adds a widget at the end, unless it already waits.
    package mutating func wait(_ key: Key) {
        if isWaiting(key) { return }
        lastNumber += 1
        numbers[key] = lastNumber
        queue.append((key, lastNumber))
    }

    /// Removes a waiting widget.
    package mutating func withdraw(_ key: Key) {
        numbers[key] = nil
        // Withdrawn entries must not fill the queue while no slot becomes free.
        guard queue.count - head > 2 * numbers.count + 64 else { return }
        queue = queue[head...].filter { numbers[$0.key] == $0.number }
        head = 0
    }

    /// The length of the queue, including withdrawn entries.
    package var queueLength: Int { queue.count - head }

    /// Gives a slot to the first waiting widget; nil if no slot is free or no widget waits.
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

    /// Frees the widget's slot, if it has one.
    package mutating func end(_ key: Key) { running.remove(key) }

    private mutating func compact() {
        guard head == queue.count || head > 64 && head * 2 > queue.count else { return }
        queue.removeFirst(head)
        head = 0
    }
}
