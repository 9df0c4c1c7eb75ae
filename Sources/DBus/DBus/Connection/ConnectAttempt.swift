internal import TodayCLibrary

/// One attempt to connect a socket. It ends with the first of: the connection, an error, its deadline, its
/// cancellation.
///
/// libdbus connects in a blocking call that can't be interrupted. Even a local socket blocks while its listener's queue
/// is full. So the call runs on its own thread. If the attempt ends first, that thread is left alone: it closes a late
/// connection, and ends.
final class ConnectAttempt: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<ConnectedHandle, any Error>)
        case settled(Result<ConnectedHandle, any Error>)
    }

    private let state = Locked(State.idle)

    /// Connects to a server address. Call it once per attempt.
    func connect(to address: String, isBus: Bool) async throws -> ConnectedHandle {
        // Not by a task: while the task pool is busy, the deadline would pass before the attempt starts.
        let started = WorkThread.start {
            if address.utf8.starts(with: "unixexec:".utf8) { Self.unblockSignals() }
            self.settle(Result { try ConnectedHandle(address, isBus: isBus) })
        }
        if !started { throw ConnectionError(.cannotConnect, "cannot connect to \(address): cannot start a thread") }
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

    /// Unblocks the usual signals in this thread, which task pools block. A program that libdbus starts inherits the
    /// blocked signals, and Ctrl-C wouldn't end it while it asks for a password.
    private static func unblockSignals() {
        var usual = sigset_t()
        sigemptyset(&usual)
        for number: CInt in 1...31 { sigaddset(&usual, number) }
        pthread_sigmask(SIG_UNBLOCK, &usual, nil)
    }

    /// Ends the attempt, unless it has ended. Callable on any thread.
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
/// `@unchecked`: it has one user at a time, first the thread that made it, then the code that takes the handle.
final class ConnectedHandle: @unchecked Sendable {
    private var handle: ConnectionHandle?

    init(_ address: String, isBus: Bool) throws(ConnectionError) {
        handle = try ConnectionHandle.connect(to: address, isBus: isBus)
    }

    /// Removes and returns the handle; nil if it was taken before.
    func removeHandle() -> ConnectionHandle? { handle.take() }
}
