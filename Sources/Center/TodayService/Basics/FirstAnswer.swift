internal import DBus

/// The first of several possible answers, from any thread; later answers are dropped. All waiters and listeners receive
/// it.
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
        for listener in listeners { listener(value) }
    }

    /// The answer; waits until it is given.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                whenSettled { continuation.resume(returning: $0) }
            }
        }
    }

    /// Calls `action` when the answer is given, or at once if it already is.
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
