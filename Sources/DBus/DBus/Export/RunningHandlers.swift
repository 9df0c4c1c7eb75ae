/// The tasks of asynchronous handlers that have not replied yet.
///
/// They are cancelled when the connection ends, since nobody will get their replies. That a caller leaves the bus cancels
/// nothing, as with sd-bus and GDBus: what a method does need not be for its caller alone. What is, runs in
/// ``MethodCall/whileCallerIsThere(_:)``.
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

    /// Takes all out.
    mutating func finish() -> [Task<Void, Never>] {
        defer { tasks = [:] }
        return Array(tasks.values)
    }
}
