internal import DBus

/// Limits how many private buses of this process run at once.
///
/// A test runner starts all its tests at the same time. Each daemon uses one of the user's inotify instances, 128 by
/// default in Linux; further programs can't watch files. Besides, a machine with few cores becomes so slow that
/// deadlines pass. So the buses take turns, in the order of the requests.
///
/// Tests that have a bus and need another one could wait for each other forever. So if no turn starts or ends for a
/// while, the first waiter gets one anyway.
final class RunningBuses: Sendable {
    static let shared = RunningBuses(limit: 16, stallTimeout: .seconds(30))

    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The number of turns that have started or ended.
        var changes = 0
        var isWatched = false

        mutating func startNext() -> CheckedContinuation<Void, Never>? {
            guard !waiting.isEmpty else { return nil }
            running += 1
            changes += 1
            return waiting.removeFirst()
        }
    }

    private let limit: Int
    private let stallTimeout: Duration
    private let state = Locked(State())

    /// - Parameter stallTimeout: how long nothing must change before a turn beyond the limit starts.
    init(limit: Int, stallTimeout: Duration) {
        self.limit = limit
        self.stallTimeout = stallTimeout
    }

    /// Waits for a turn, which ``leave()`` ends.
    func enter() async {
        await withCheckedContinuation { continuation in
            let (isFree, needsWatch) = state.withLock { state in
                guard state.running >= limit else {
                    state.running += 1
                    state.changes += 1
                    return (true, false)
                }
                state.waiting.append(continuation)
                defer { state.isWatched = true }
                return (false, !state.isWatched)
            }
            if isFree { continuation.resume() }
            if needsWatch { Task { await watch() } }
        }
    }

    /// Ends a turn.
    func leave() {
        let next = state.withLock { state in
            state.running -= 1
            state.changes += 1
            return state.running < limit ? state.startNext() : nil
        }
        next?.resume()
    }

    private func watch() async {
        var seen: Int? = checkedChanges(since: nil)
        while let last = seen {
            try? await Task.sleep(for: stallTimeout)
            seen = checkedChanges(since: last)
        }
    }

    /// Admits one more if nothing has changed since the last check.
    ///
    /// - Parameter last: the result of the last check.
    /// - Returns: the number of changes; nil once the queue is empty.
    func checkedChanges(since last: Int?) -> Int? {
        let (next, changes) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Int?) in
            let next = state.changes == last ? state.startNext() : nil
            if state.waiting.isEmpty { state.isWatched = false }
            return (next, state.isWatched ? state.changes : nil)
        }
        next?.resume()
        return changes
    }
}
