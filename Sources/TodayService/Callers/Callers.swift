internal import DBus
internal import Glibc
package import Logging
internal import TodayProtocol

/// Finds out who calls, once for each connection of the bus, and keeps everybody else from what is not theirs.
///
/// On any thread, for all connections of this process to one bus.
package final class Callers: Sendable {
    private struct State {
        var known = RecentCallers()
        /// Who is being found out, and which connections hold calls of them.
        var waiting: [BusName: [Connection]] = [:]
    }

    private let state = Locked(State())
    /// Hung file systems of others must not use up all threads.
    private let threads = BlockingThreads(limit: 32)
    private let folder: String
    private let user: UInt32
    private let patience: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - folder: where `/proc` is.
    ///   - user: whose processes may call; any other's may do nothing.
    ///   - patience: how long it may take to find out about a sender; then it may do nothing.
    package init(folder: String = "/proc", user: UInt32 = getuid(), patience: Duration = .seconds(10), logger: Logger) {
        self.folder = folder
        self.user = user
        self.patience = patience
        self.logger = logger
    }

    /// The gate of one of the names: everything passes it, so it costs one lookup of the sender.
    func gate(of endpoint: Endpoint) -> CallGate {
        CallGate(patience: patience + .seconds(10)) { [self] call in
            // Only a peer has none, and there is no gate for peers.
            guard let sender = call.sender else { return .refused(RemoteError(.accessDenied, "nobody calls")) }
            guard let caller = find(sender, for: call.connection) else { return .wait }
            if caller == .unconfined { return .allowed }
            let refusal = caller.refusal(of: CallTarget(call.path, call.interface, call.member), at: endpoint)
            return refusal.map { .refused($0.remoteError) } ?? .allowed
        }
    }

    /// Who is behind a call that has passed the gate.
    func caller(of call: MethodCall) -> Caller {
        call.sender.flatMap { sender in state.withLock { $0.known[sender] } }
            ?? .unidentified("it called too long ago")
    }

    private func find(_ sender: BusName, for connection: Connection) -> Caller? {
        let (caller, isFirst) = state.withLock { state -> (Caller?, Bool) in
            if let caller = state.known[sender] { return (caller, false) }
            let isFirst = state.waiting[sender] == nil
            if state.waiting[sender]?.contains(where: { $0 === connection }) != true {
                state.waiting[sender, default: []].append(connection)
            }
            return (nil, isFirst)
        }
        if isFirst { Task { await self.findOut(sender, on: connection) } }
        return caller
    }

    private func findOut(_ sender: BusName, on connection: isolated Connection) async {
        let caller = await identify(sender, on: connection)
        if case .unidentified(let reason) = caller { logger.info("\(sender) may do nothing: \(reason)") }
        let waiting = state.withLock { state in
            state.known.add(sender, caller)
            return state.waiting.removeValue(forKey: sender) ?? []
        }
        for other in waiting { await other.reconsider(sender) }
    }

    private func identify(_ sender: BusName, on connection: isolated Connection) async -> Caller {
        let answer = FirstAnswer<Caller>()
        let timer = connection.loop.schedule(at: .now + patience) { [patience] in
            answer.settle(.unidentified("nobody could tell within \(patience)"))
        }
        defer { connection.loop.cancel(timer) }
        Task {
            do { answer.settle(try await look(sender, on: connection)) } catch {
                answer.settle(.unidentified("\(error)"))
            }
        }
        return await answer.value
    }

    private func look(_ sender: BusName, on connection: isolated Connection) async throws -> Caller {
        let credentials = try await connection.credentials(of: sender)
        guard credentials.userID == user else {
            return .unidentified("it is of user \(credentials.userID.map { "\($0)" } ?? "nobody"), not of \(user)")
        }
        let finding = FirstAnswer<ProcessFolder.Finding>()
        let isStarted = threads.run { [folder] in
            // The descriptor stays open as long as the credentials are there.
            finding.settle(
                ProcessFolder.read(
                    credentials.processID, descriptor: credentials.processDescriptor?.rawValue, folder: folder))
        }
        guard isStarted else { return .unidentified("too many others are being found out") }
        let caller = Caller(await finding.value)
        guard credentials.processDescriptor == nil else { return caller }
        // A bus that gives no pidfd has only told a number. It is of the process that has connected as long as that one
        // runs, and while it runs its connection is there, unless it has handed that to others; so what was read is
        // about the right process if the connection is still there.
        return try await connection.owner(of: sender) == sender ? caller : .unidentified("it has left the bus")
    }
}
