/// Which widgets are being updated, and who waits for the result. Pure.
///
/// However many ask for the same widget, there is one run at a time, and everybody who asked before it ended gets its
/// result.
package struct SharedRuns<Key: Hashable & Sendable, Waiter> {
    private var waiters: [Key: [Waiter]] = [:]

    package init() {}

    package func isRunning(_ key: Key) -> Bool { waiters[key] != nil }

    /// The keys that have a run.
    package var running: some Collection<Key> { waiters.keys }

    /// Adds somebody who waits; nil for a run that nobody waits for. Returns whether a run has to be started.
    package mutating func join(_ key: Key, _ waiter: Waiter?) -> Bool {
        let starts = waiters[key] == nil
        waiters[key, default: []] += waiter.map { [$0] } ?? []
        return starts
    }

    /// Ends the run, and returns everybody who has to be told.
    package mutating func finish(_ key: Key) -> [Waiter] { waiters.removeValue(forKey: key) ?? [] }
}
