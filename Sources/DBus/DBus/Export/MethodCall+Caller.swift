extension MethodCall {
    /// Runs `body`, and cancels it when the caller leaves the bus; with a peer, when the connection ends.
    ///
    /// Otherwise a long-running method runs to its end, even if the caller has left. Use this for work that only the
    /// caller needs:
    ///
    /// ```swift
    /// Method.async("Search") { (index: isolated Index, call: MethodCall, word: String) in
    ///     try await call.whileCallerIsConnected { try await index.search(word) }
    /// }
    /// ```
    ///
    /// This is Swift's cancellation: `Task.isCancelled` is true in `body`, and its suspended calls may throw. The
    /// waiting task also cancels the body, for example when the connection of a handler ends. While it runs, the bus is
    /// asked to report the caller's exit. If the bus refuses that, `body` runs to its end. Other calls cost nothing.
    ///
    /// - Parameter body: the work for the caller; it starts immediately.
    /// - Returns: the result of `body`, even after a cancellation.
    /// - Throws: the error of `body`.
    public func whileCallerIsConnected<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let work = Task { try await body() }
        let watch = Task { [connection, sender] in
            if let sender {
                // The sequence also ends with the connection.
                for await owner in try await connection.owners(of: sender) where owner == nil { break }
            } else {
                _ = await connection.closed
            }
            if !Task.isCancelled { work.cancel() }
        }
        defer { watch.cancel() }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
