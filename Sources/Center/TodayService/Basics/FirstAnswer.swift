internal import DBus

/// What comes first of several things that may come, on any thread: the others are dropped. Whoever waits for it, or wants to
/// be told, gets it.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case awaited([@Sendable (Value) -> Void])
        case settled(Value)
    }

    private let state = Locked(State.awaited([]))

    /// Gives the answer. Only the first one counts.
    func settle(_ value: Value) {
        let listeners: [@Sendable (Value) -> Void] = state.withLock { state in
            guard case .awaited(let listeners) = state else { return [] }
            state = .settled(value)
            return listeners
        }
        for tell in listeners { tell(value) }
    }

    /// The answer, as soon as there is one.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                whenSettled { continuation.resume(returning: $0) }
            }
        }
    }

    /// Calls `action` where the answer is given; at once when it is there.
    func whenSettled(_ action: @escaping @Sendable (Value) -> Void) {
        let settled: Value? = state.withLock { state in
            switch state {
            case .settled(let value): return value
            case .awaited(let listeners):
                state = .awaited(listeners + [action])
                return nil
            }
        }
        if let settled { action(settled) }
    }
}
