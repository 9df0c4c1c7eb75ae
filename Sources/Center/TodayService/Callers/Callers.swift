internal import DBus
internal import Glibc
package import Logging
internal import TodayModel
internal import TodayServiceRules

/// Identifies callers, once per bus connection, and rejects calls that they may not make.
///
/// It asks the bus over its own connection. Calls that wait at the filter may fill the other connections, which would
/// block the reply that they wait for. Results are remembered, failures aren't: while calls of a sender wait, the
/// lookup is retried, and the first call after that starts it again.
package final class Callers: Sendable {
    /// The search for one sender.
    private struct Search {
        /// The connections that hold its calls.
        var holders: [Connection] = []
        /// The reason for which its calls are being refused; nil otherwise.
        var refusal: String?
        /// The reason why the sender is still unknown.
        var trouble = "the lookup has not finished"
        var hasLeft = false
        /// Ends the wait of the held calls.
        var timer: EventLoop.Timer?
    }

    private struct State {
        var known = KnownCallers()
        var searches: [BusName: Search] = [:]
        var reader: ProcessReader?
    }

    private let state = Locked(State())
    private let reading: ProcessReader.Reading
    private let user: UInt32
    private let patience: Duration
    private let logger: Logger

    /// The time before a retry after a failure.
    private static let pause: Duration = .milliseconds(250)
    /// The number of parts in which calls wait.
    private static let parts = 20

    /// - Parameters:
    ///   - folder: the path of `/proc`.
    ///   - user: the user whose processes may call; those of other users may do nothing.
    ///   - patience: the time that calls of an unknown sender wait until they are refused.
    package convenience init(
        folder: String = "/proc", user: UInt32 = getuid(), patience: Duration = .seconds(20), logger: Logger
    ) {
        self.init(user: user, patience: patience, logger: logger) { process, descriptor in
            ProcessFolder.read(process, descriptor: descriptor, folder: folder)
        }
    }

    init(
        user: UInt32 = getuid(), patience: Duration = .seconds(20), logger: Logger,
        reading: @escaping ProcessReader.Reading
    ) {
        self.reading = reading
        self.user = user
        self.patience = patience
        self.logger = logger
    }

    /// Starts to follow connections that join or leave the bus. Call it before the first filter is used.
    ///
    /// - Parameter bus: a connection without other users, on the loop of the connections with filters.
    func follow(_ bus: Connection, isolation: isolated (any Actor)? = #isolation) async throws {
        let reader = ProcessReader(reading, on: bus.loop)
        state.withLock { $0.reader = reader }
        let changes = MatchRule(sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged")
        _ = try await bus.subscribe(changes) { [weak self] signal in
            guard let self, let (name, old, new) = try? signal.arguments(as: String.self, String.self, String.self),
                let name = BusName(rawValue: name), name.isUnique
            else { return }
            if old.isEmpty { state.withLock { $0.known.joined(name, at: BootTimer.now) } }
            if new.isEmpty { left(name) }
        }
        state.withLock { $0.known.begin(at: BootTimer.now) }
    }

    private func left(_ name: BusName) {
        state.withLock { state in
            state.known.left(name)
            state.searches[name]?.hasLeft = true
        }
    }

    /// Returns the call filter of one of the names. Every call passes it, at the cost of one lookup of the sender.
    ///
    /// - Parameter bus: the connection that was passed to `follow`.
    func filter(of endpoint: Endpoint, asking bus: Connection) -> CallFilter {
        CallFilter(
            // The timeout is enforced here; that of the filter is only a fallback.
            patience: patience + .seconds(600),
            shows: { [self] call, child in caller(of: call).sees(child, at: endpoint) }
        ) { [self] call in
            // Only peers have no sender, and they have no filter.
            guard let sender = call.sender else {
                return .refused(RemoteError(.accessDenied, "the call has no sender"))
            }
            switch find(sender, for: call.connection, asking: bus) {
            case .known(.unconfined): return .allowed
            case .known(let caller):
                let refusal = caller.refusal(of: CallTarget(call.path, call.interface, call.member), at: endpoint)
                return refusal.map { .refused($0.remoteError) } ?? .allowed
            case .pending: return .wait
            case .notFound(let reason):
                return .refused(
                    RemoteError(
                        .accessDenied,
                        "\(call.member): the caller could not be identified within \(patience): \(reason); another "
                            + "call tries again"))
            }
        }
    }

    /// Returns the caller behind a call that has passed the filter.
    func caller(of call: MethodCall) -> Caller {
        call.sender.flatMap { sender in state.withLock { $0.known[sender] } } ?? .unidentified("it has left the bus")
    }

    // MARK: Lookup

    private enum Answer {
        case known(Caller)
        case pending
        case notFound(String)
    }

    private func find(_ sender: BusName, for holder: Connection, asking bus: Connection) -> Answer {
        let (answer, isFirst, startsWait) = state.withLock { state -> (Answer, Bool, Bool) in
            if let caller = state.known[sender] { return (.known(caller), false, false) }
            if let reason = state.searches[sender]?.refusal { return (.notFound(reason), false, false) }
            let isFirst = state.searches[sender] == nil
            var search = state.searches[sender] ?? Search()
            let startsWait = search.holders.isEmpty
            if !search.holders.contains(where: { $0 === holder }) { search.holders.append(holder) }
            state.searches[sender] = search
            return (.pending, isFirst, startsWait)
        }
        if startsWait { wait(for: sender, on: bus.loop, parts: Self.parts) }
        if isFirst {
            let seen = BootTimer.now
            Task { await self.search(sender, seen: seen, over: bus) }
        }
        return answer
    }

    /// Retries until the sender is known, or no call waits.
    private func search(_ sender: BusName, seen: UInt64, over bus: isolated Connection) async {
        guard let reader = state.withLock({ $0.reader }) else { return }
        // The bus reports that a sender has joined before it answers questions about it.
        let lookup = CallerLookup(sender: sender, user: user, reader: reader) { [self] in
            min(seen, state.withLock { $0.known.arrival(of: sender) })
        }
        while true {
            switch await lookup.run(over: bus) {
            case .known(let caller): return found(sender, caller, on: bus.loop)
            case .unknown(let reason):
                if bus.isClosed { return }
                logger.debug("\(sender): \(reason)")
                let isWanted = state.withLock { state in
                    state.searches[sender]?.trouble = reason
                    if state.searches[sender]?.holders.isEmpty == false { return true }
                    state.searches[sender] = nil
                    return false
                }
                guard isWanted else { return }
                let pause = FirstAnswer<Void>()
                _ = bus.loop.schedule(at: .now + Self.pause) { pause.settle(()) }
                await pause.value
            }
        }
    }

    private func found(_ sender: BusName, _ caller: Caller, on loop: EventLoop) {
        if case .unidentified(let reason) = caller { logger.info("\(sender) may only use Peer: \(reason)") }
        let search = state.withLock { state in
            let search = state.searches.removeValue(forKey: sender)
            state.known.add(sender, caller, hasLeft: search?.hasLeft ?? false)
            return search
        }
        if let timer = search?.timer { loop.cancel(timer) }
        for holder in search?.holders ?? [] { holder.assumeIsolated { $0.reconsider(sender) } }
    }

    /// Waits in parts, so that a time in which this process was stopped counts as one part at most.
    private func wait(for sender: BusName, on loop: EventLoop, parts: Int) {
        let timer = loop.schedule(at: .now + patience / Self.parts) { [weak self, weak loop] in
            guard let self, let loop else { return }
            if parts > 1 { wait(for: sender, on: loop, parts: parts - 1) } else { refuse(sender) }
        }
        state.withLock { $0.searches[sender]?.timer = timer }
    }

    /// Refuses the held calls. The search continues.
    private func refuse(_ sender: BusName) {
        let holders = state.withLock { state in
            let search = state.searches[sender]
            state.searches[sender]?.refusal = search?.trouble
            return search?.holders ?? []
        }
        for holder in holders { holder.assumeIsolated { $0.reconsider(sender) } }
        state.withLock { state in
            state.searches[sender]?.refusal = nil
            state.searches[sender]?.holders = []
        }
    }
}
