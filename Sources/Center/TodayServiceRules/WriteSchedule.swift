/// When what has changed is written. Pure; times are durations from now.
///
/// A change waits a moment for others, so that a burst costs one commit. What somebody waits for is written at once. One
/// commit is under way at a time, so that they reach the disk in order. After a failure it is tried again, at longer and
/// longer intervals, and at once when somebody waits. What was not written stays to be written, so that there is nothing to
/// wait for, and no timer, where everything is on disk.
package struct WriteSchedule<Waiter> {
    /// What the owner has to do, in this order.
    package enum Action {
        /// Call ``timerFired()`` after this time, in place of an earlier timer.
        case arm(Duration)
        case disarm
        /// Write everything that has changed, then call ``written(hasMore:)``, ``begunAnew()`` or ``failed()``.
        case write
        /// Their changes are on disk, or cannot be written now; either way they need not wait longer.
        case release([Waiter])
    }

    private enum State {
        case idle
        /// Changed, and a timer is armed.
        case waiting
        case writing
        /// The last attempt failed, and a timer is armed for the next.
        case failing
    }

    private var state = State.idle
    /// Whose changes go with the next commit.
    private var waiters: [Waiter] = []
    /// Whose changes are in the commit that is under way.
    private var underWay: [Waiter] = []
    private let delay: Duration
    private let retries: (first: Duration, last: Duration)
    private var retry: Duration

    /// - Parameters:
    ///   - delay: how long a change waits for others.
    ///   - retry: how long after a first failure it is tried again; it doubles up to `lastRetry`.
    package init(delay: Duration, retry: Duration, lastRetry: Duration) {
        self.delay = delay
        retries = (retry, max(retry, lastRetry))
        self.retry = retry
    }

    /// Something has changed.
    package mutating func changed() -> [Action] {
        guard case .idle = state else { return [] }
        state = .waiting
        return [.arm(delay)]
    }

    /// Somebody waits until all that has changed so far is on disk.
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
        underWay = waiters
        waiters = []
        state = .writing
        return .write
    }

    /// The commit has succeeded. `hasMore`: something has changed since it began.
    package mutating func written(hasMore: Bool) -> [Action] {
        retry = retries.first
        let done = Action.release(underWay)
        underWay = []
        if !waiters.isEmpty { return [done, start()] }
        state = hasMore ? .waiting : .idle
        return hasMore ? [done, .arm(delay)] : [done]
    }

    /// The commit was not made, since a new file begins, and everything counts as changed. Whoever waits does so until all of
    /// it is on disk.
    package mutating func begunAnew() -> [Action] {
        waiters = underWay + waiters
        return [start()]
    }

    /// The commit has failed, and what it held counts as changed.
    package mutating func failed() -> [Action] {
        let done = Action.release(underWay + waiters)
        underWay = []
        waiters = []
        state = .failing
        defer { retry = min(retry * 2, retries.last) }
        return [done, .arm(retry)]
    }
}
