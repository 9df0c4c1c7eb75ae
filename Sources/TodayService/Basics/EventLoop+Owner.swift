internal import DBus

extension EventLoop {
    /// Calls `action` in its owner's isolation once, at `deadline`, unless the owner has gone by then.
    ///
    /// - Parameters:
    ///   - owner: an actor whose executor this loop is.
    ///   - value: what belongs to the owner and is handed to `action`.
    func schedule<Owner: Actor, Value>(
        at deadline: MonotonicTime, on owner: isolated Owner, with value: Value,
        _ action: @escaping @Sendable (isolated Owner, Value) -> Void
    ) -> Timer {
        let confined = Confined(value: value)
        return schedule(at: deadline) { [weak owner] in owner?.assumeIsolated { action($0, confined.value) } }
    }
}

/// `@unchecked`: the value leaves its owner's isolation for the timer only, and is used in it again.
private struct Confined<Value>: @unchecked Sendable {
    let value: Value
}
