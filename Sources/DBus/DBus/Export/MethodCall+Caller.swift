extension MethodCall {
    /// Runs `body`, and cancels it when the caller leaves the bus; with a peer, when the connection ends.
    ///
    /// A method that takes long is worked on to its end otherwise, whoever still waits for it. It is for what is done for
    /// the caller alone:
    ///
    /// ```swift
    /// Method.async("Search") { (index: isolated Index, call: MethodCall, word: String) in
    ///     try await call.whileCallerIsThere { try await index.search(word) }
    /// }
    /// ```
    ///
    /// Cancelling is that of Swift: `Task.isCancelled` is true in `body`, and what it waits for may throw. The body is also
    /// cancelled with the task that waits here, such as that of a handler whose connection ends. While it runs, the bus is
    /// asked to tell of the caller; where the bus refuses that, `body` runs to its end. Other calls cost nothing.
    ///
    /// - Parameter body: what is done for the caller; it begins at once.
    /// - Returns: what `body` returns, also after it was cancelled.
    /// - Throws: what `body` throws.
    public func whileCallerIsThere<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let work = Task { try await body() }
        let watch = Task { [connection, sender] in
            if let sender {
                // The sequence ends with the connection, too.
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
