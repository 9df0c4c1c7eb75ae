internal import DBus
internal import Glibc
internal import TodayServiceRules

/// Reads about processes, each time on a thread of its own: the root of a process may be served by another one, which
/// need not answer. Many wait for their turn.
///
/// One thread at a time reads about one process, so that what hangs there holds up nobody else, however many connections
/// that process has. On the thread of its loop.
actor ProcessReader {
    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let reading: Reading
    private let turnstile: Turnstile<UInt32>
    /// How long reading may take before another process gets the place of the thread.
    private let patience: Duration

    /// Reads about a process by its number and, if there is one, a pidfd of it; on any thread.
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
        // There is neither a deadline nor a bound for those who wait.
        guard let ticket = try? await turnstile.enter(credentials.processID ?? 0) else { return .notNow("no place") }
        let timer = loop.schedule(at: .now + patience) { [turnstile] in
            turnstile.assumeIsolated { $0.setAside(ticket) }
        }
        let finding = FirstAnswer<ProcessFolder.Finding>()
        let isStarted = WorkThread.start { [reading] in
            // The descriptor stays open as long as the credentials are there.
            finding.settle(reading(credentials.processID, credentials.processDescriptor?.rawValue))
        }
        if !isStarted { finding.settle(.notNow("no thread can be started")) }
        let found = await finding.value
        loop.cancel(timer)
        await turnstile.leave(ticket)
        return found
    }
}
