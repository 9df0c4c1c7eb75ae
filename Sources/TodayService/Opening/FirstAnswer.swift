internal import DBus

/// What comes first of several things that may come, on any thread: the others are dropped. One waits for it, or wants to be
/// told.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(@Sendable (Value) -> Void)
        case settled(Value)
    }

    private let state = Locked(State.open)

    /// Gives the answer. Only the first one counts.
    func settle(_ value: Value) {
        let tell: (@Sendable (Value) -> Void)? = state.withLock { state in
            switch state {
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let tell):
                state = .settled(value)
                return tell
            case .settled: return nil
            }
        }
        tell?(value)
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
            if case .settled(let value) = state { return value }
            state = .awaited(action)
            return nil
        }
        if let settled { action(settled) }
    }
}
