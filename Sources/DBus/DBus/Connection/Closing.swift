/// Whether and why a connection has ended, and the actions to call at the end.
struct Closing {
    /// Called with the reason of the end; with nil when the waiting task was canceled.
    typealias Action = @Sendable (Connection.CloseReason?) -> Void

    /// The reason of the end; nil while the connection is open.
    private(set) var reason: Connection.CloseReason?
    private var actions: [(number: UInt64, action: Action)] = []
    private var lastNumber: UInt64 = 0

    /// Returns a number for an action, by which you can remove it.
    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Registers `action` to be called at the end. The connection must still be open.
    mutating func add(_ number: UInt64, _ action: @escaping Action) { actions.append((number, action)) }

    /// Removes an action. Returns nil when it was called already.
    mutating func remove(_ number: UInt64) -> Action? {
        guard let index = actions.firstIndex(where: { $0.number == number }) else { return nil }
        return actions.remove(at: index).action
    }

    /// Marks the end. Returns the actions to call; nil when it had ended before.
    mutating func end(_ reason: Connection.CloseReason) -> [Action]? {
        if self.reason != nil { return nil }
        self.reason = reason
        defer { actions = [] }
        return actions.map(\.action)
    }
}
