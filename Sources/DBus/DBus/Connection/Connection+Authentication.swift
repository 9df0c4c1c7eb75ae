internal import CTodaySystem
internal import TodayCLibrary

extension Connection {
    /// Waits until the other side has authenticated this connection.
    ///
    /// On a bus, the answer to Hello shows it. A peer sends nothing to show it, so libdbus is asked after each event.
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

/// A waiter for the authentication of a connection.
///
/// `@unchecked`: only the loop's thread uses it.
private final class AuthenticationWait: EventSource, @unchecked Sendable {
    private let connection: Connection
    private var waiter: (continuation: CheckedContinuation<Void, any Error>, timer: EventLoop.Timer)?

    init(_ connection: Connection) { self.connection = connection }

    func start(_ continuation: CheckedContinuation<Void, any Error>, _ timer: EventLoop.Timer) {
        waiter = (continuation, timer)
        connection.loop.add(self)
    }

    /// Resumes the waiter with the outcome, only once.
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

    /// A task may start to wait when everything has arrived.
    var isBusy: Bool { waiter != nil && connection.assumeIsolated { $0.isAuthenticated } }

    func collect(into descriptors: inout [pollfd]) {}

    func handle(_ ready: ArraySlice<pollfd>) {}
}
