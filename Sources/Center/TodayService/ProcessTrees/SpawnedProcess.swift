internal import DBus
internal import Glibc
internal import TodayPlatform
internal import Synchronization

/// A process that the center started, and its end. On the loop's thread only.
///
/// The process leads a group of its own and dies with the center: the kernel counts the thread that started it as its
/// parent, and the loop's thread lives as long as the center. Ending it is gentle first: SIGTERM, and SIGKILL to the
/// whole group after some time.
final class SpawnedProcess: Sendable {
    typealias SpawnError = ChildProcess.SpawnError
    /// Is told of a signal.
    typealias Follower = @Sendable (Int32) -> Void

    private let process: ChildProcess
    private let loop: EventLoop
    private let descriptor: Int32
    private let patience: Duration
    /// Set when the process was collected: from then on its id may belong to another one.
    private let isCollected = Atomic<Bool>(false)
    private let signalled = Atomic<Bool>(false)
    private let killed = Atomic<Bool>(false)
    /// What is told of the signals that are to end it; nil for a process that is no provider.
    private let follower: Follower?

    /// Starts a program. `ended` is called once, on the loop's thread, after the process was collected.
    ///
    /// - Parameters:
    ///   - patience: how long the process has to end after SIGTERM.
    ///   - limit: how long it may run before it is ended; nil is as long as it likes.
    ///   - follower: for a provider, whose process group is killed when it has ended: is told of each signal that is to end
    ///     it, for those who have left the group.
    /// - Throws: `ChildProcess.SpawnError`.
    static func start(
        _ request: ChildProcess.Request, on loop: EventLoop, patience: Duration = .seconds(2),
        limit: Duration? = nil, follower: Follower? = nil,
        ended: @escaping @Sendable (SpawnedProcess, ChildProcess.Exit) -> Void
    ) throws(ChildProcess.SpawnError) -> SpawnedProcess {
        var request = request
        request.ownGroup = true
        let process = try StartedProcesses.shared.start(isProvider: follower != nil) {
            [request] () throws(SpawnError) in
            try ChildProcess.spawn(request)
        }
        guard let descriptor = process.openDescriptor() else {
            process.signal(SIGKILL, group: true)
            _ = process.wait()
            StartedProcesses.shared.collected(process.id)
            throw ChildProcess.SpawnError(program: request.arguments.first ?? "", code: EMFILE)
        }
        let spawned = SpawnedProcess(process, loop, descriptor, patience, follower)
        let timer = limit.map { limit in loop.schedule(at: .now + limit) { spawned.end() } }
        spawned.watch { process, exit in
            if let timer { loop.cancel(timer) }
            ended(process, exit)
        }
        return spawned
    }

    private init(
        _ process: ChildProcess, _ loop: EventLoop, _ descriptor: Int32, _ patience: Duration, _ follower: Follower?
    ) {
        self.follower = follower
        self.process = process
        self.loop = loop
        self.descriptor = descriptor
        self.patience = patience
    }

    deinit { close(descriptor) }

    var id: Int32 { process.id }

    private func watch(_ ended: @escaping @Sendable (SpawnedProcess, ChildProcess.Exit) -> Void) {
        let cell = WatchCell()
        cell.watch = DescriptorWatch(descriptor, on: loop) { [self] in
            // While it is not collected, its id stays the id of its group, and of no other.
            if follower != nil { process.signal(SIGKILL, group: true) }
            guard let exit = process.reap() else { return }
            StartedProcesses.shared.collected(process.id)
            isCollected.store(true, ordering: .relaxed)
            cell.watch?.cancel()
            cell.watch = nil
            ended(self, exit)
        }
    }

    /// Whether the center has sent it a signal that is to end it.
    var wasSignalled: Bool { signalled.load(ordering: .relaxed) }

    /// Whether the center has killed it.
    var wasKilled: Bool { killed.load(ordering: .relaxed) }

    /// Asks the process to end, and makes sure that it does.
    func end() {
        if isCollected.load(ordering: .relaxed) || signalled.exchange(true, ordering: .relaxed) { return }
        process.signal(SIGTERM, group: true)
        follower?(SIGTERM)
        _ = loop.schedule(at: .now + patience) { [self] in kill() }
    }

    /// Asks the process to end if it has not done so after some time.
    func end(after delay: Duration) { _ = loop.schedule(at: .now + delay) { [self] in end() } }

    /// Ends the process at once.
    func kill() {
        if isCollected.load(ordering: .relaxed) { return }
        signalled.store(true, ordering: .relaxed)
        killed.store(true, ordering: .relaxed)
        process.signal(SIGKILL, group: true)
        follower?(SIGKILL)
    }
}

/// Holds the watch that holds the closure that ends the watch. `@unchecked`: used on the loop's thread alone.
private final class WatchCell: @unchecked Sendable {
    var watch: DescriptorWatch?
}
