internal import DBus

/// Bounds how many private buses of this process run at once.
///
/// A test runner starts all tests it has at the same time. Each daemon takes one of the inotify instances of a user, of
/// which Linux gives 128 by default, and whoever comes after that cannot watch files; besides, a machine with few cores
/// gets slow enough for deadlines to pass. So the buses take turns, in the order in which they were asked for.
final class RunningBuses: Sendable {
    static let shared = RunningBuses(limit: 24)

    private struct State {
        var running = 0
        var waiting: [(number: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
        var last: UInt64 = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// Waits for a turn, which ``leave()`` gives back.
    ///
    /// - Parameter patience: how long to wait. After that the turn is taken all the same, so that tests that have a bus
    ///   and want another one do not wait for each other for ever.
    func enter(patience: Duration = .seconds(30)) async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let limit = limit
        let timeout = Task {
            try await Task.sleep(for: patience)
            let waited: CheckedContinuation<Void, Never>? = self.state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
                state.running += 1
                return state.waiting.remove(at: index).continuation
            }
            waited?.resume()
        }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.running >= limit else {
                    state.running += 1
                    return true
                }
                state.waiting.append((number, continuation))
                return false
            }
            if isFree { continuation.resume() }
        }
        timeout.cancel()
    }

    /// Gives a turn back.
    func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            state.running -= 1
            guard state.running < limit, !state.waiting.isEmpty else { return nil }
            state.running += 1
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}
