internal import DBus

/// A value that any thread can change and a test can wait for.
public final class WatchedValue<Value: Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Value, any Error>
    }

    private struct State {
        var value: Value
        var waiters: [Waiter] = []
        var lastNumber = 0
    }

    private let state: Locked<State>

    /// Makes a watched value with an initial value.
    public init(_ value: Value) { state = Locked(State(value: value)) }

    /// The current value.
    public var value: Value { state.withLock { $0.value } }

    /// Changes the value, and resumes the waiters whose condition is met.
    public func change(_ body: (inout Value) -> Void) {
        let (value, ready) = state.withLock { state in
            body(&state.value)
            let value = state.value
            let first = state.waiters.partition { $0.condition(value) }
            let ready = state.waiters[first...]
            state.waiters.removeSubrange(first...)
            return (value, ready)
        }
        for waiter in ready { waiter.continuation.resume(returning: value) }
    }

    /// Waits until the value satisfies a condition, and returns that value.
    ///
    /// - Throws: ``DeadlineExceeded`` after `limit`.
    @discardableResult
    public func wait(
        within limit: Duration = .seconds(60), until condition: @escaping @Sendable (Value) -> Bool
    ) async throws -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withCheckedThrowingContinuation { continuation in
            let met: Value? = state.withLock { state in
                if condition(state.value) { return state.value }
                state.waiters.append(Waiter(number: number, condition: condition, continuation: continuation))
                return nil
            }
            if let met { return continuation.resume(returning: met) }
            Task { [weak self] in
                try await Task.sleep(for: limit)
                self?.expire(number, DeadlineExceeded(limit: limit))
            }
        }
    }

    private func expire(_ number: Int, _ error: DeadlineExceeded) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: error)
    }
}
