internal import DBus
internal import Glibc
internal import Processes
internal import Synchronization

/// A process that the center started, and its end. On the loop's thread only.
///
/// The process leads a group of its own and dies with the center. Ending it is gentle first: SIGTERM, and SIGKILL to
/// the whole group after some time.
final class SpawnedProcess: Sendable {
    private let process: ChildProcess
    private let loop: EventLoop
    private let descriptor: Int32
    private let patience: Duration
    /// Set when the process was collected: from then on its id may belong to another one.
    private let isCollected = Atomic<Bool>(false)

    /// Starts a program. `ended` is called once, on the loop's thread, after the process was collected.
    ///
    /// - Parameters:
    ///   - patience: how long the process has to end after SIGTERM.
    ///   - limit: how long it may run before it is ended; nil is as long as it likes.
    /// - Throws: `ChildProcess.SpawnError`.
    static func start(
        _ request: ChildProcess.Request, on loop: EventLoop, patience: Duration = .seconds(2),
        limit: Duration? = nil,
        ended: @escaping @Sendable (SpawnedProcess, ChildProcess.Exit) -> Void
    ) throws(ChildProcess.SpawnError) -> SpawnedProcess {
        var request = request
        request.ownGroup = true
        let process = try ChildProcess.spawn(request)
        guard let descriptor = process.openDescriptor() else {
            process.signal(SIGKILL, group: true)
            _ = process.wait()
            throw ChildProcess.SpawnError(program: request.arguments.first ?? "", code: EMFILE)
        }
        let spawned = SpawnedProcess(process, loop, descriptor, patience)
        let timer = limit.map { limit in loop.schedule(at: .now + limit) { spawned.end() } }
        spawned.watch { process, exit in
            if let timer { loop.cancel(timer) }
            ended(process, exit)
        }
        return spawned
    }

    private init(_ process: ChildProcess, _ loop: EventLoop, _ descriptor: Int32, _ patience: Duration) {
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
            guard let exit = process.reap() else { return }
            isCollected.store(true, ordering: .relaxed)
            cell.watch?.cancel()
            cell.watch = nil
            ended(self, exit)
        }
    }

    /// Asks the process to end, and makes sure that it does.
    func end() {
        if isCollected.load(ordering: .relaxed) { return }
        process.signal(SIGTERM, group: true)
        _ = loop.schedule(at: .now + patience) { [self] in
            if !isCollected.load(ordering: .relaxed) { process.signal(SIGKILL, group: true) }
        }
    }
}

/// Holds the watch that holds the closure that ends the watch. `@unchecked`: used on the loop's thread alone.
private final class WatchCell: @unchecked Sendable {
    var watch: DescriptorWatch?
}
