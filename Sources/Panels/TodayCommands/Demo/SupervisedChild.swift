internal import DBus
internal import Glibc
internal import TodayPlatform
internal import Synchronization

/// A program that this process started, and whose end it hears of.
///
/// A thread of its own starts it and waits for its end: the kernel takes that thread for the parent, and would kill the
/// program if it ended earlier.
final class SupervisedChild: Sendable {
    private enum State {
        case starting
        case running(ChildProcess)
        case ended
    }

    private let state = Mutex(State.starting)
    private let end: AsyncStream<ChildProcess.Exit?>
    private let started: AsyncStream<Result<Void, CommandFailure>>

    private init(_ request: ChildProcess.Request, onEnd: @escaping @Sendable (ChildProcess.Exit?) -> Void) {
        let (end, ended) = AsyncStream.makeStream(of: ChildProcess.Exit?.self)
        let (started, start) = AsyncStream.makeStream(of: Result<Void, CommandFailure>.self)
        self.end = end
        self.started = started
        let isStarted = WorkThread.start { [self] in
            let child: ChildProcess
            do { child = try ChildProcess.spawn(request) } catch {
                start.yield(.failure(CommandFailure(.failed, "\(error)")))
                return ended.finish()
            }
            state.withLock { $0 = .running(child) }
            start.yield(.success(()))
            let exit = wait(for: child)
            ended.yield(exit)
            ended.finish()
            onEnd(exit)
        }
        if !isStarted {
            start.yield(.failure(CommandFailure(.failed, "no thread can be started")))
            ended.finish()
        }
    }

    /// Starts a program, which has to lead a process group of its own. `onEnd` is called on another thread when it has ended by whatever means.
    static func start(
        _ request: ChildProcess.Request, onEnd: @escaping @Sendable (ChildProcess.Exit?) -> Void
    ) async throws -> SupervisedChild {
        let child = SupervisedChild(request, onEnd: onEnd)
        for await result in child.started {
            try result.get()
            break
        }
        return child
    }

    private func wait(for child: ChildProcess) -> ChildProcess.Exit? {
        var info = siginfo_t()
        // It stays uncollected, and its id its own, until nobody can send it a signal any more.
        while waitid(P_PID, id_t(child.id), &info, WEXITED | WNOWAIT) < 0 { if errno != EINTR { break } }
        return state.withLock { state in
            state = .ended
            return child.reap()
        }
    }

    /// Sends a signal to it and its children, if it has not ended.
    func signal(_ number: Int32) {
        state.withLock { state in
            if case .running(let child) = state { child.signal(number, group: true) }
        }
    }

    /// Asks it and its children to end, waits, and after `limit` ends them.
    func stop(within limit: Duration = .seconds(6)) async {
        signal(SIGTERM)
        let killing = Task {
            try await Task.sleep(for: limit)
            signal(SIGKILL)
        }
        for await _ in end {}
        killing.cancel()
    }
}
