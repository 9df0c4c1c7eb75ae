/// The tasks of asynchronous handlers that haven't replied yet.
///
/// The end of the connection cancels them, since their replies can't be sent. A caller that leaves the bus cancels
/// nothing, as with sd-bus and GDBus: a method may do work for others too. Work for the caller alone runs in
/// ``MethodCall/whileCallerIsConnected(_:)``.
struct RunningHandlers {
    private var tasks: [UInt64: Task<Void, Never>] = [:]
    private var last: UInt64 = 0

    var count: Int { tasks.count }

    mutating func next() -> UInt64 {
        last += 1
        return last
    }

    mutating func add(_ task: Task<Void, Never>, _ number: UInt64) { tasks[number] = task }

    func contains(_ number: UInt64) -> Bool { tasks[number] != nil }

    mutating func remove(_ number: UInt64) { tasks[number] = nil }

    /// Removes and returns all tasks.
    mutating func finish() -> [Task<Void, Never>] {
        defer { tasks = [:] }
        return Array(tasks.values)
    }
}
