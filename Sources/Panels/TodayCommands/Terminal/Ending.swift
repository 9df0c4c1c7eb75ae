internal import DBus
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import TodayModel

/// The end of a command that runs until a signal, a closed output or a failure ends it. The first end counts.
final class Ending: Sendable {
    private struct State {
        var outcome: Result<Void, CommandFailure>?
        var handlers: [@Sendable () -> Void] = []
        var sources: [any DispatchSourceSignal] = []
    }

    private let state = Mutex(State())

    /// Ends the command. `success` is a normal end.
    func end(_ outcome: Result<Void, CommandFailure>) {
        let handlers: [@Sendable () -> Void] = state.withLock { state in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Whether the end has come.
    var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Throws the failure with which the command ended, if any.
    func check() throws(CommandFailure) { try state.withLock { $0.outcome }?.get() }

    /// Calls `handler` once at the end, on any thread. If the end has come, it calls it immediately.
    func onEnd(_ handler: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.handlers.append(handler) }
            return state.outcome != nil
        }
        if hasEnded { handler() }
    }

    /// Runs `body` in a task that the end cancels.
    func running<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await body() }
        onEnd { task.cancel() }
        return try await task.value
    }

    /// Opens something that may take long, such as a connection. Returns nil when the end comes first.
    func opened<Value: Sendable>(_ open: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        do { return try await running(open) } catch  where hasEnded { return nil }
    }

    /// Prints events, each as a line of JSON, until the end.
    func print<Event: Sendable>(
        _ events: AsyncStream<Event>, _ json: @escaping @Sendable (Event) -> JSON
    ) async throws {
        endWhenReaderCloses(of: .standard)
        try await running {
            for await event in events { try Output.standard.print(json(event).line) }
            if !Task.isCancelled { throw CommandFailure.lostConnection }
        }
        try check()
    }

    /// Ends in order on Ctrl-C, SIGTERM and SIGHUP. A second signal ends the process as usual.
    func endOnSignal() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            watch(number) { [weak self] in
                signal(number, SIG_DFL)
                self?.end(.success(()))
            }
        }
    }

    /// Calls `handler` for each signal of a kind, as long as this object lives.
    func watch(_ number: Int32, _ handler: @escaping @Sendable () -> Void) {
        signal(number, SIG_IGN)
        state.withLock { state in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: handler)
            source.resume()
            state.sources.append(source)
        }
    }

    /// Ends when the reader of an output closes it, even while nothing is written.
    func endWhenReaderCloses(of output: Output) {
        WorkThread.start {
            // Without requested events, `poll` still reports errors and hang-ups.
            var entry = pollfd(fd: output.descriptor, events: 0, revents: 0)
            while poll(&entry, 1, -1) < 0, errno == EINTR {}
            if entry.revents & Int16(POLLERR | POLLHUP) != 0 {
                self.end(.failure(CommandFailure(.silent, "")))
            }
        }
    }
}
