extension Connection {
    /// Opens a connection and sets it up, and opens another one whenever it ends, until the task is canceled.
    ///
    /// ```swift
    /// try await Connection.maintain(.session) { bus in
    ///     try await bus.export(Counter.interface, of: Counter(bus.loop), at: "/counter")
    ///     try await bus.requestName("org.example.Counter")
    /// }
    /// ```
    ///
    /// While the bus can't be reached, it retries after 0.1 s, and then after twice as long each time, up to 30 s. When
    /// the task is canceled, it closes the connection and returns.
    ///
    /// - Parameters:
    ///   - address: the bus or peer.
    ///   - loop: a thread for all connections; nil starts one for each.
    ///   - setUp: called with each new connection. It may return before the connection ends, or use it until then; its
    ///     task is canceled when the connection ends.
    /// - Throws: the error that `setUp` throws, for example because the name is taken; then the connection is closed.
    ///   ``RemoteError`` when the bus rejects the caller.
    public static func maintain(
        _ address: BusAddress, on loop: EventLoop? = nil,
        _ setUp: @escaping @Sendable (_ connection: Connection) async throws -> Void
    ) async throws {
        var pause = Duration.milliseconds(100)
        while !Task.isCancelled {
            do {
                let connection = try await open(address, on: loop)
                pause = .milliseconds(100)
                try await connection.use(setUp)
            } catch is CancellationError where Task.isCancelled {
                return
            } catch let error as ConnectionError where error.code == .closed || error.code == .cannotConnect {
                // It can't be reached, or ended while it was set up.
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(30))
        }
    }

    /// Runs `body`, and waits for the end of the connection. Closes it when the task is canceled, or `body` throws.
    private func use(_ body: @escaping @Sendable (Connection) async throws -> Void) async throws {
        let work = Task {
            do { try await body(self) } catch {
                if isClosed { throw ConnectionError.isClosed }
                close()
                throw error
            }
        }
        if await closed == nil { close() }
        work.cancel()
        try await work.value
    }
}

/// Runs `body` in a task that SIGTERM and SIGINT cancel, on any actor. Both signals no longer end the process.
///
/// ```swift
/// try await withCancellationOnStopSignal {
///     try await Connection.maintain(.session) { bus in try await serve(on: bus) }
/// }
/// ```
///
/// Call it once per process, around the whole work.
public func withCancellationOnStopSignal<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let (signals, sink) = AsyncStream<Void>.makeStream()
    let loop = EventLoop(name: "stop-signal")
    loop.onStopSignal { sink.yield() }
    let task = Task { try await body() }
    let canceling = Task { for await _ in signals { task.cancel() } }
    defer { canceling.cancel() }
    return try await withTaskCancellationHandler {
        defer { withExtendedLifetime(loop) {} }
        return try await task.value
    } onCancel: {
        task.cancel()
    }
}
