/// Decides when changes are written. Pure; times are durations from now.
///
/// A change waits a moment for others, so that a burst costs one commit. If a caller waits, changes are written at
/// once. Only one commit is in progress at a time, so that commits reach the disk in order. After a failure, the write
/// is retried at increasing intervals, and at once if a caller waits. Unwritten changes stay pending; once everything
/// is on disk, no timer runs.
package struct WriteSchedule<Waiter> {
    /// An action for the owner; several are performed in this order.
    package enum Action {
        /// Call ``timerFired()`` after this time; it replaces an earlier timer.
        case arm(Duration)
        case disarm
        /// Write all changes, then call ``written(hasMore:)``, ``restarted()`` or ``failed()``.
        case write
        /// Their changes are on disk, or can't be written now; either way, the wait ends.
        case release([Waiter])
    }

    private enum State {
        case idle
        /// Changes are pending, and a timer is armed.
        case waiting
        case writing
        /// The last attempt failed, and a timer is armed for the next one.
        case failing
    }

    private var state = State.idle
    /// The waiters whose changes are part of the next commit.
    private var waiters: [Waiter] = []
    /// The waiters whose changes are part of the commit in progress.
    private var inProgress: [Waiter] = []
    private let delay: Duration
    private let retries: (first: Duration, last: Duration)
    private var retry: Duration

    /// - Parameters:
    ///   - delay: the time that a change waits for others.
    ///   - retry: the time before the first retry; it doubles up to `lastRetry`.
    package init(delay: Duration, retry: Duration, lastRetry: Duration) {
        self.delay = delay
        retries = (retry, max(retry, lastRetry))
        self.retry = retry
    }

    /// Records a change.
    package mutating func changed() -> [Action] {
        guard case .idle = state else { return [] }
        state = .waiting
        return [.arm(delay)]
    }

    /// Adds a waiter until all changes so far are on disk.
    package mutating func commit(_ waiter: Waiter) -> [Action] {
        waiters.append(waiter)
        switch state {
        case .idle: return [start()]
        case .waiting, .failing: return [.disarm, start()]
        case .writing: return []
        }
    }

    package mutating func timerFired() -> [Action] {
        switch state {
        case .waiting, .failing: [start()]
        case .idle, .writing: []
        }
    }

    private mutating func start() -> Action {
        inProgress = waiters
        waiters = []
        state = .writing
        return .write
    }

    /// Records that the commit succeeded. `hasMore` says whether something has changed since it began.
    package mutating func written(hasMore: Bool) -> [Action] {
        retry = retries.first
        let done = Action.release(inProgress)
        inProgress = []
        if !waiters.isEmpty { return [done, start()] }
        state = hasMore ? .waiting : .idle
        return hasMore ? [done, .arm(delay)] : [done]
    }

    /// Records that the commit wasn't made, because a new file is started and everything counts as changed. Waiters
    /// wait until all of it is on disk.
    package mutating func restarted() -> [Action] {
        waiters = inProgress + waiters
        return [start()]
    }

    /// Records that the commit failed; its contents count as changed again.
    package mutating func failed() -> [Action] {
        let done = Action.release(inProgress + waiters)
        inProgress = []
        waiters = []
        state = .failing
        defer { retry = min(retry * 2, retries.last) }
        return [done, .arm(retry)]
    }
}
