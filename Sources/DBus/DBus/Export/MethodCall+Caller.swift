extension MethodCall {
    /// Runs `body`, and cancels it when the caller leaves the bus. For a peer, this is when the connection ends.
    ///
    /// Without this, a long-running method runs to its end, even if the caller has left. Use it for work that only the
    /// caller needs:
    ///
    /// ```swift
    /// Method.async("Search") { (index: isolated Index, call: MethodCall, word: String) in
    ///     try await call.whileCallerIsConnected { try await index.search(word) }
    /// }
    /// ```
    ///
    /// It uses Swift's cancellation: `Task.isCancelled` is true in `body`, and its suspended calls may throw. If the
    /// waiting task is canceled, for example because the connection of a handler ends, `body` is canceled too. While it
    /// runs, the bus reports the caller's exit; if the bus refuses that, `body` runs to its end. Other calls have no
    /// extra cost.
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
