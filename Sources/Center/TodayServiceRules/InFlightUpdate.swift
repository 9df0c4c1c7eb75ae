/// Whether a widget is being updated, and who waits for the result. Pure.
///
/// However many ask, there is one run at a time, and everybody who asked before it ended gets its result.
package struct InFlightUpdate<Waiter> {
    private var waiters: [Waiter]?

    package init() {}

    package var isRunning: Bool { waiters != nil }

    /// Adds somebody who waits; nil for a run that nobody waits for. Returns whether a run has to be started.
    package mutating func join(_ waiter: Waiter?) -> Bool {
        let starts = waiters == nil
        if starts { waiters = [] }
        if let waiter { waiters?.append(waiter) }
        return starts
    }

    /// Ends the run, and returns everybody who has to be told.
    package mutating func finish() -> [Waiter] { waiters.take() ?? [] }
}
