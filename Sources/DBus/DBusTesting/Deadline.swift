/// An error for an event that didn't happen in time.
public struct DeadlineExceeded: Error, Sendable, CustomStringConvertible {
    /// How long the test waited.
    public let limit: Duration
    public var description: String { "it did not happen within \(limit)" }
}

/// Waits for `body`, for at most `limit`. After the deadline, `body` keeps running, and its result is dropped.
public func withDeadline<Result: Sendable>(
    _ limit: Duration = .seconds(60), _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let flag = OnceFlag()
    return try await withCheckedThrowingContinuation { continuation in
        let timer = Task {
            try await Task.sleep(for: limit)
            if flag.claim() { continuation.resume(throwing: DeadlineExceeded(limit: limit)) }
        }
        Task {
            let outcome: Swift.Result<Result, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            timer.cancel()
            if flag.claim() { continuation.resume(with: outcome) }
        }
    }
}
