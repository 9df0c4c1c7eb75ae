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

/// What belongs to an actor and comes back to it from a timer or a watch. `@unchecked`: it is used in the isolation of that
/// actor alone.
struct Confined<Value>: @unchecked Sendable {
    let value: Value
}
