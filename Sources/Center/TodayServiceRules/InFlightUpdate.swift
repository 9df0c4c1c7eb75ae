/// The update of a widget that is in progress, and the callers that wait for its result. Pure.
///
/// Only one run is active at a time, and every caller that asked before it ended gets its result.
package struct InFlightUpdate<Waiter> {
    private var waiters: [Waiter]?

    package init() {}

    package var isRunning: Bool { waiters != nil }

    /// Adds a waiter; nil for a run without one. Returns whether to start a run.
    package mutating func join(_ waiter: Waiter?) -> Bool {
        let starts = waiters == nil
        if starts { waiters = [] }
        if let waiter { waiters?.append(waiter) }
        return starts
    }

    /// Ends the run, and returns all waiters.
    package mutating func finish() -> [Waiter] { waiters.take() ?? [] }
}
