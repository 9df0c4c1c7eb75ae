internal import CTodaySystem
internal import Glibc

extension Connection {
    /// Waits until the other side has let this one in.
    ///
    /// On a bus the answer to Hello tells. A peer says nothing more once it has, so that it is asked of libdbus whenever
    /// something has happened.
    func authenticate(within limit: Duration) async throws {
        try Task.checkCancellation()
        let wait = AuthenticationWait(self)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let timer = loop.schedule(at: .now + limit) { [weak wait] in
                    wait?.finish(.failure(ConnectionError(.timedOut, "the other side did not answer within \(limit)")))
                }
                wait.start(continuation, timer)
                onClose { [weak wait] _ in
                    wait?.finish(.failure(ConnectionError.isClosed))
                }
            }
        } onCancel: {
            Task { await self.end(wait) }
        }
    }

    private func end(_ wait: AuthenticationWait) { wait.finish(.failure(CancellationError())) }
}

/// One who waits for a connection to be authenticated.
///
/// `@unchecked`: it is touched by the loop's thread alone.
private final class AuthenticationWait: EventSource, @unchecked Sendable {
    private let connection: Connection
    private var waiter: (continuation: CheckedContinuation<Void, any Error>, timer: EventLoop.Timer)?

    init(_ connection: Connection) { self.connection = connection }

    func start(_ continuation: CheckedContinuation<Void, any Error>, _ timer: EventLoop.Timer) {
        waiter = (continuation, timer)
        connection.loop.add(self)
    }

    /// Tells the outcome, the first time only.
    func finish(_ outcome: Result<Void, any Error>) {
        guard let (continuation, timer) = waiter else { return }
        waiter = nil
        connection.loop.cancel(timer)
        connection.loop.remove(self)
        continuation.resume(with: outcome)
    }

    func processPending() {
        if connection.assumeIsolated({ $0.isAuthenticated }) { finish(.success(())) }
    }

    func collect(into descriptors: inout [pollfd]) {}

    func handle(_ ready: ArraySlice<pollfd>) {}
}
