internal import DBus

/// What comes first of several things that may come, on any thread: the others are dropped. One waits for it.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    private let state = Locked(State.open)

    /// Gives the answer. Only the first one counts.
    func settle(_ value: Value) {
        let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let waiter):
                state = .settled(value)
                return waiter
            case .settled: return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// The answer, as soon as there is one.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let settled: Value? = state.withLock { state in
                    if case .settled(let value) = state { return value }
                    state = .awaited(continuation)
                    return nil
                }
                if let settled { continuation.resume(returning: settled) }
            }
        }
    }
}
