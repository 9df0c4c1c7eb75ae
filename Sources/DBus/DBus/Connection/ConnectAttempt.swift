/// One try to connect a socket, which ends with the first of: the connection, an error, its deadline, its cancellation.
///
/// libdbus connects in a call that blocks, on a local socket too while the queue of its listener is full, and nothing can
/// end that call. So it is made on a thread of its own. Nobody waits for that thread when the try has ended before: it
/// closes what it still gets, and ends.
final class ConnectAttempt: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<ConnectedHandle, any Error>)
        case settled(Result<ConnectedHandle, any Error>)
    }

    private let state = Locked(State.idle)

    /// Connects to a server address. Once for each attempt.
    func connect(to address: String, isBus: Bool) async throws -> ConnectedHandle {
        // Not by a task: where the pool of tasks is busy, the deadline would come before the socket was tried.
        let started = WorkThread.start { self.settle(Result { try ConnectedHandle(address, isBus: isBus) }) }
        if !started { throw ConnectionError(.cannotConnect, "cannot connect to \(address): there is no thread for it") }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let settled: Result<ConnectedHandle, any Error>? = state.withLock { state in
                    if case .settled(let result) = state { return result }
                    state = .waiting(continuation)
                    return nil
                }
                if let settled { continuation.resume(with: settled) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }
    }

    /// Ends it, unless it has ended. On any thread.
    func settle(_ result: Result<ConnectedHandle, any Error>) {
        let waiting: CheckedContinuation<ConnectedHandle, any Error>? = state.withLock { state in
            switch state {
            case .idle:
                state = .settled(result)
                return nil
            case .waiting(let continuation):
                state = .settled(.failure(CancellationError()))
                return continuation
            case .settled: return nil
            }
        }
        waiting?.resume(with: result)
    }
}

/// A handle on its way from the thread that connected it to its loop.
///
/// `@unchecked`: it has one user at a time, the thread that made it, then the one that takes the handle out.
final class ConnectedHandle: @unchecked Sendable {
    private var handle: ConnectionHandle?

    init(_ address: String, isBus: Bool) throws(ConnectionError) {
        handle = try ConnectionHandle.connect(to: address, isBus: isBus)
    }

    /// Takes the handle out; nil when that has been done.
    func take() -> ConnectionHandle? { handle.take() }
}
