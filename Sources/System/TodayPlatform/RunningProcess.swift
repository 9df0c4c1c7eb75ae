package import DBus
internal import Glibc

/// A program that this process started, until it ends. Safe to use on any thread.
///
/// The program leads a process group. It ends in two steps: SIGTERM to the group, and SIGKILL after a delay. The kernel
/// treats the thread that starts a program as its parent. So an event loop's thread starts it, which lives as long as
/// this process.
package final class RunningProcess: Sendable {
    /// Called with each signal that is sent to end the program.
    package typealias SignalObserver = @Sendable (Int32) -> Void

    private struct State {
        /// Set when the process is collected: from then on, its id may belong to another process.
        var exit: ChildProcess.Exit?
        var wasSignalled = false
        var wasKilled = false
        var waiters: [CheckedContinuation<ChildProcess.Exit, Never>] = []
        var watch: DescriptorWatch?
    }

    private let process: ChildProcess
    private let isSupervised: Bool
    private let loop: EventLoop
    private let descriptor: Int32
    private let patience: Duration
    private let onSignal: SignalObserver?
    private let state = Locked(State())

    /// Starts a program, on the thread of `loop`.
    ///
    /// - Parameters:
    ///   - patience: the time that the program gets to end after SIGTERM.
    ///   - limit: the time that it may run before it is ended; nil for no limit.
    ///   - onSignal: called with each signal that is sent to end it. With an observer, the rest of the group is killed
    ///     when the program ends.
    ///   - spawn: starts the process.
    ///   - ended: called once, on the loop's thread, after the process is collected.
    /// - Throws: `ChildProcess.SpawnError`.
    @discardableResult
    package static func start(
        _ request: ChildProcess.Request, on loop: EventLoop, patience: Duration = .seconds(2), limit: Duration? = nil,
        onSignal: SignalObserver? = nil,
        spawn: (ChildProcess.Request) throws(ChildProcess.SpawnError) -> ChildProcess = ChildProcess.spawn,
        ended: @escaping @Sendable (RunningProcess, ChildProcess.Exit) -> Void
    ) throws(ChildProcess.SpawnError) -> RunningProcess {
        var request = request
        request.ownGroup = true
        let process = try spawn(request)
        guard let descriptor = process.openDescriptor() else {
            if request.isSupervised { process.killSupervised() } else { process.signal(SIGKILL, group: true) }
            _ = process.wait()
            throw ChildProcess.SpawnError(program: request.arguments.first ?? "", code: EMFILE)
        }
        let running = RunningProcess(process, request.isSupervised, loop, descriptor, patience, onSignal)
        let timer = limit.map { limit in loop.schedule(at: .now + limit) { running.end() } }
        let watch = DescriptorWatch(descriptor, on: loop) {
            guard let exit = running.collect() else { return }
            if let timer { loop.cancel(timer) }
            ended(running, exit)
        }
        running.state.withLock { $0.watch = watch }
        return running
    }

    /// Starts a program from any thread; ``exit()`` waits for its end.
    ///
    /// - Throws: `ChildProcess.SpawnError`.
    package static func start(
        _ request: ChildProcess.Request, patience: Duration = .seconds(2), limit: Duration? = nil,
        ended: @escaping @Sendable (ChildProcess.Exit) -> Void = { _ in }
    ) async throws -> RunningProcess {
        try await withCheckedThrowingContinuation { continuation in
            programs.perform {
                continuation.resume(
                    with: Result { try start(request, on: programs, patience: patience, limit: limit) { ended($1) } })
            }
        }
    }

    private static let programs = EventLoop(name: "programs")

    private init(
        _ process: ChildProcess, _ isSupervised: Bool, _ loop: EventLoop, _ descriptor: Int32, _ patience: Duration,
        _ onSignal: SignalObserver?
    ) {
        self.process = process
        self.isSupervised = isSupervised
        self.loop = loop
        self.descriptor = descriptor
        self.patience = patience
        self.onSignal = onSignal
    }

    deinit { close(descriptor) }

    package var id: Int32 { process.id }

    /// Collects the process if it has ended.
    private func collect() -> ChildProcess.Exit? {
        let ended = state.withLock { state -> (exit: ChildProcess.Exit, State)? in
            // Until the process is collected, no other group can have its id.
            if onSignal != nil { process.signal(SIGKILL, group: true) }
            guard let exit = process.reap() else { return nil }
            let before = state
            state.exit = exit
            state.waiters = []
            state.watch = nil
            return (exit, before)
        }
        guard let (exit, before) = ended else { return nil }
        before.watch?.cancel()
        for waiter in before.waiters { waiter.resume(returning: exit) }
        return exit
    }

    /// Whether it was sent a signal to end it.
    package var wasSignalled: Bool { state.withLock { $0.wasSignalled } }

    /// Whether it was killed.
    package var wasKilled: Bool { state.withLock { $0.wasKilled } }

    /// Waits until the program has ended.
    package func exit() async -> ChildProcess.Exit {
        await withCheckedContinuation { continuation in
            let exit = state.withLock { state in
                if state.exit == nil { state.waiters.append(continuation) }
                return state.exit
            }
            if let exit { continuation.resume(returning: exit) }
        }
    }

    /// Sends a signal to the group, or to the supervisor, if the program has not ended.
    package func signal(_ number: Int32) {
        state.withLock { if $0.exit == nil { process.signal(number, group: !isSupervised) } }
    }

    /// Asks the program to end, and kills it if it is still running after `patience`.
    package func end() {
        let isFirst = state.withLock { state in
            if state.exit != nil || state.wasSignalled { return false }
            state.wasSignalled = true
            process.signal(SIGTERM, group: !isSupervised)
            return true
        }
        guard isFirst else { return }
        onSignal?(SIGTERM)
        later(patience) { $0.kill() }
    }

    /// Asks the program to end if it is still running after a delay.
    package func end(after delay: Duration) { later(delay) { $0.end() } }

    private func later(_ delay: Duration, _ action: @escaping @Sendable (RunningProcess) -> Void) {
        loop.perform { [self] in _ = loop.schedule(at: .now + delay) { [self] in action(self) } }
    }

    /// Kills the program and its group; if it is supervised, all processes that it started.
    package func kill() {
        let isRunning = state.withLock { state in
            if state.exit != nil { return false }
            state.wasSignalled = true
            state.wasKilled = true
            if isSupervised { process.killSupervised() } else { process.signal(SIGKILL, group: true) }
            return true
        }
        if isRunning { onSignal?(SIGKILL) }
    }
}
