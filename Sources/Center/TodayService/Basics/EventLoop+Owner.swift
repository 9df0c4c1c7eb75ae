internal import DBus

extension EventLoop {
    /// Calls `action` in its owner's isolation once, at `deadline`, unless the owner is gone by then.
    ///
    /// - Parameters:
    ///   - owner: an actor whose executor this loop is.
    ///   - value: a value that belongs to the owner, for `action`.
    func schedule<Owner: Actor, Value>(
        at deadline: MonotonicTime, on owner: isolated Owner, with value: Value,
        _ action: @escaping @Sendable (isolated Owner, Value) -> Void
    ) -> Timer {
        let confined = Confined(value: value)
        return schedule(at: deadline) { [weak owner] in owner?.assumeIsolated { action($0, confined.value) } }
    }
}

/// A value that belongs to an actor and returns to it from a timer or a watch. `@unchecked`: it is used only in the
/// isolation of that actor.
struct Confined<Value>: @unchecked Sendable {
    let value: Value
}
