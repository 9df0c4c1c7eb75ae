public import DBus

/// Keeps every signal that matches a rule, and lets a test wait for the ones it expects.
public final class SignalRecorder: Sendable {
    private struct State {
        var signals: [Signal] = []
        var waiters:
            [(count: Int, predicate: @Sendable (Signal) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    /// Starts to record. It returns when the bus has confirmed the rule.
    public init(_ connection: Connection, _ rule: MatchRule) async throws {
        _ = try await connection.subscribe(rule) { [weak self] in self?.record($0) }
    }

    private func record(_ signal: Signal) {
        let ready = state.withLock { state in
            state.signals.append(signal)
            let ready = state.waiters.filter { waiter in state.signals.count(where: waiter.predicate) >= waiter.count }
            state.waiters.removeAll { waiter in state.signals.count(where: waiter.predicate) >= waiter.count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// What was recorded so far.
    public var signals: [Signal] { state.withLock { $0.signals } }

    /// Waits until `count` recorded signals fulfil `predicate`, and returns all that do.
    ///
    /// - Throws: ``DeadlineExceeded`` after `limit`.
    @discardableResult
    public func wait(
        for count: Int = 1, within limit: Duration = .seconds(20),
        where predicate: @escaping @Sendable (Signal) -> Bool = { _ in true }
    ) async throws -> [Signal] {
        try await withDeadline(limit) {
            await withCheckedContinuation { continuation in
                let met = self.state.withLock { state in
                    if state.signals.count(where: predicate) >= count { return true }
                    state.waiters.append((count, predicate, continuation))
                    return false
                }
                if met { continuation.resume() }
            }
        }
        return signals.filter(predicate)
    }
}

/// Something a test waited for did not come in time.
public struct DeadlineExceeded: Error, Sendable, CustomStringConvertible {
    public let limit: Duration
    public var description: String { "it did not happen within \(limit)" }
}

/// Waits for `body`, at most for `limit`. After the deadline `body` goes on alone, and its result is dropped.
public func withDeadline<Result: Sendable>(
    _ limit: Duration = .seconds(20), _ body: @escaping @Sendable () async throws -> Result
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
