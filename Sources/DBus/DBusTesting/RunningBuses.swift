internal import DBus

/// Bounds how many private buses of this process run at once.
///
/// A test runner starts all tests it has at the same time. Each daemon takes one of the inotify instances of a user, of
/// which Linux gives 128 by default, and whoever comes after that cannot watch files; besides, a machine with few cores
/// gets slow enough for deadlines to pass. So the buses take turns, in the order in which they were asked for.
///
/// Tests that have a bus and want another one could wait for each other for ever: when no turn was taken or given back for
/// a while, the first who waits has one all the same.
final class RunningBuses: Sendable {
    static let shared = RunningBuses(limit: 16, patience: .seconds(30))

    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// How often a turn was taken or given back.
        var changes = 0
        var isWatched = false

        mutating func takeTurn() -> CheckedContinuation<Void, Never>? {
            guard !waiting.isEmpty else { return nil }
            running += 1
            changes += 1
            return waiting.removeFirst()
        }
    }

    private let limit: Int
    private let patience: Duration
    private let state = Locked(State())

    /// - Parameter patience: how long nothing has to change before a turn is taken beyond the limit.
    init(limit: Int, patience: Duration) {
        self.limit = limit
        self.patience = patience
    }

    /// Waits for a turn, which ``leave()`` gives back.
    func enter() async {
        await withCheckedContinuation { continuation in
            let (isFree, isToBeWatched) = state.withLock { state in
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
            if isToBeWatched { Task { await watch() } }
        }
    }

    /// Gives a turn back.
    func leave() {
        let next = state.withLock { state in
            state.running -= 1
            state.changes += 1
            return state.running < limit ? state.takeTurn() : nil
        }
        next?.resume()
    }

    private func watch() async {
        var seen: Int? = checkedChanges(since: nil)
        while let last = seen {
            try? await Task.sleep(for: patience)
            seen = checkedChanges(since: last)
        }
    }

    /// Lets one more in if nothing has changed since the last check.
    ///
    /// - Parameter last: what the last check returned.
    /// - Returns: How many changes there were; nil once nobody waits.
    func checkedChanges(since last: Int?) -> Int? {
        let (next, changes) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Int?) in
            let next = state.changes == last ? state.takeTurn() : nil
            if state.waiting.isEmpty { state.isWatched = false }
            return (next, state.isWatched ? state.changes : nil)
        }
        next?.resume()
        return changes
    }
}
