internal import DBus
internal import Glibc
internal import TodayServiceRules

/// Reads about processes, each on its own thread: another process may serve the root of a process and never answer. The
/// number of threads is limited; further reads wait for their turn.
///
/// Only one thread at a time reads about one process. So a read that hangs doesn't block others, regardless of the
/// number of connections of that process. On the thread of its loop.
actor ProcessReader {
    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let reading: Reading
    private let turnstile: Turnstile<UInt32>
    /// The time that a read may take before its slot passes to another process.
    private let patience: Duration

    /// Reads about a process by its id and, if available, its pidfd; on any thread.
    typealias Reading = @Sendable (_ process: UInt32?, _ descriptor: CInt?) -> ProcessFolder.Finding

    static let bounds = Turns<UInt32>.Bounds(atWork: 16, atWorkPerParty: 1, setAside: 256)

    init(_ reading: @escaping Reading, patience: Duration = .seconds(1), on loop: EventLoop) {
        self.reading = reading
        self.patience = patience
        self.loop = loop
        turnstile = Turnstile(Self.bounds, on: loop)
    }

    /// Reads about the process behind a connection, however long it takes.
    func read(_ credentials: Credentials) async -> ProcessFolder.Finding {
        // This call has no deadline, and the queue is unbounded.
        guard let ticket = try? await turnstile.enter(credentials.processID ?? 0) else {
            return .notNow("no free slot")
        }
        let timer = loop.schedule(at: .now + patience) { [turnstile] in
            turnstile.assumeIsolated { $0.setAside(ticket) }
        }
        let finding = FirstAnswer<ProcessFolder.Finding>()
        let isStarted = WorkThread.start { [reading] in
            // The descriptor stays open as long as the credentials exist.
            finding.settle(reading(credentials.processID, credentials.processDescriptor?.rawValue))
        }
        if !isStarted { finding.settle(.notNow("cannot start a thread")) }
        let found = await finding.value
        loop.cancel(timer)
        await turnstile.leave(ticket)
        return found
    }
}
