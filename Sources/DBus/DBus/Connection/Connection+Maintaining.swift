extension Connection {
    /// Keeps a connection open until the task is canceled: opens it, sets it up, and reopens it whenever it ends.
    ///
    /// ```swift
    /// try await Connection.maintain(.session) { bus in
    ///     try await bus.export(Counter.interface, of: Counter(bus), at: "/counter")
    ///     try await bus.requestName("org.example.Counter", .doNotQueue)
    /// }
    /// ```
    ///
    /// When a connection ends, it opens the next one after 0.1 s. While the bus can't be reached, it doubles the delay
    /// each time, up to 30 s. When the task is canceled, it cancels the task of `setUp` and waits until it has finished
    /// its work over the bus. Then it closes the connection and returns.
    ///
    /// - Parameters:
    ///   - address: the bus or peer.
    ///   - loop: a thread for all connections; nil starts one for each.
    ///   - setUp: called with each new connection. It may return before the connection ends, or use it until then; its
    ///     task is canceled when the connection ends, and `maintain` waits for it.
    ///   - onFailure: called with the reason each time the bus can't be reached.
    /// - Throws: the error that `setUp` throws while the connection is open, for example because the name is taken; the
    ///   connection is then closed. Errors after the end of the connection are ignored, because every interrupted call
    ///   throws one. ``RemoteError`` when the bus rejects the caller; ``ConnectionError`` when the environment has no
    ///   address.
    public static func maintain(
        _ address: BusAddress, on loop: EventLoop? = nil, onFailure: @Sendable (ConnectionError) -> Void = { _ in },
        _ setUp: @escaping @Sendable (_ connection: Connection) async throws -> Void
    ) async throws {
        _ = try address.resolved()
        var pause = Duration.milliseconds(100)
        while !Task.isCancelled {
            do {
                if let connection = try await reach(address, on: loop, onFailure) {
                    pause = .milliseconds(100)
                    try await connection.use(setUp)
                }
            } catch is CancellationError where Task.isCancelled {
                return
            }
            if let loop { try? await loop.sleep(for: pause) } else { try? await Task.sleep(for: pause) }
            pause = min(pause * 2, .seconds(30))
        }
    }

    /// Opens a connection; reports why, and returns nil, when the other side can't be reached.
    private static func reach(
        _ address: BusAddress, on loop: EventLoop?, _ onFailure: (ConnectionError) -> Void
    ) async throws -> Connection? {
        do {
            return try await open(address, on: loop)
        } catch let error as ConnectionError where error.code == .cannotConnect {
            onFailure(error)
            return nil
        }
    }

    /// Runs `body`, and waits for the end of the connection. Closes it when `body` throws, and when the task is canceled
    /// and `body` has ended.
    private func use(_ body: @escaping @Sendable (Connection) async throws -> Void) async throws {
        let work = Task {
            do { try await body(self) } catch {
                if isClosed { return }
                close()
                throw error
            }
        }
        let isCanceled = await closed == nil
        work.cancel()
        let result = await work.result
        if isCanceled { close() }
        try result.get()
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
/// Call it once per process, around all of the work.
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
