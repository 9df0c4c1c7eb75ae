/// Whether a connection has ended and why, and whom to tell of it.
struct Closing {
    /// Is told why it has ended; nil when somebody has stopped waiting for it.
    typealias Tell = @Sendable (Connection.CloseReason?) -> Void

    /// Why it has ended; nil while it has not.
    private(set) var reason: Connection.CloseReason?
    private var actions: [(number: UInt64, tell: Tell)] = []
    private var lastNumber: UInt64 = 0

    /// A number for an action, by which it is removed.
    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Has `tell` called at the end, which has not come yet.
    mutating func add(_ number: UInt64, _ tell: @escaping Tell) { actions.append((number, tell)) }

    /// Forgets an action. Returns nil when it was told already.
    mutating func remove(_ number: UInt64) -> Tell? {
        guard let index = actions.firstIndex(where: { $0.number == number }) else { return nil }
        return actions.remove(at: index).tell
    }

    /// It ends. Returns whom to tell; nil when it had ended before.
    mutating func end(_ reason: Connection.CloseReason) -> [Tell]? {
        if self.reason != nil { return nil }
        self.reason = reason
        defer { actions = [] }
        return actions.map(\.tell)
    }
}
