internal import DBus
internal import Glibc
package import Logging
internal import TodayModel
internal import TodayServiceRules

/// Finds out who calls, once for each connection of the bus, and keeps everybody else from what is not theirs.
///
/// The bus is asked over a connection of its own: what waits at the filter may fill up the others, and would hold up the
/// answer that it waits for. Facts are remembered, failures are not: as long as calls of a sender wait, it is tried again
/// and again, and the first call after that begins anew.
package final class Callers: Sendable {
    /// One sender that is being found out.
    private struct Search {
        /// The connections that hold calls of it.
        var holders: [Connection] = []
        /// Whether its calls are being refused at this moment, and why.
        var refusal: String?
        /// Why nobody could tell so far.
        var trouble = "nothing was heard of it"
        var hasLeft = false
        /// Ends the wait of the calls that are held.
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

    /// How long after a failure it is tried again.
    private static let pause: Duration = .milliseconds(250)
    /// In how many parts calls wait.
    private static let parts = 20

    /// - Parameters:
    ///   - folder: where `/proc` is.
    ///   - user: whose processes may call; any other's may do nothing.
    ///   - patience: how long calls of a sender wait until it is known; then they are refused.
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

    /// Begins to follow who comes to the bus and who leaves it. It comes before the first gate is asked.
    ///
    /// - Parameter bus: a connection that nothing else uses, on the loop of those that have gates.
    func follow(_ bus: Connection, isolation: isolated (any Actor)? = #isolation) async throws {
        let reader = ProcessReader(reading, on: bus.loop)
        state.withLock { $0.reader = reader }
        let changes = MatchRule(sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged")
        _ = try await bus.subscribe(changes) { [weak self] signal in
            guard let self, let (name, old, new) = try? signal.arguments(as: String.self, String.self, String.self),
                let name = BusName(rawValue: name), name.isUnique
            else { return }
            if old.isEmpty { state.withLock { $0.known.came(name, at: BootTimer.now) } }
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

    /// The gate of one of the names: everything passes it, so it costs one lookup of the sender.
    ///
    /// - Parameter bus: the connection that is followed.
    func filter(of endpoint: Endpoint, asking bus: Connection) -> CallFilter {
        CallFilter(
            // Patience ends here, and that of the filter only if all this fails.
            patience: patience + .seconds(600),
            shows: { [self] call, child in caller(of: call).sees(child, at: endpoint) }
        ) { [self] call in
            // Only a peer has none, and there is no gate for peers.
            guard let sender = call.sender else { return .refused(RemoteError(.accessDenied, "nobody calls")) }
            switch find(sender, for: call.connection, asking: bus) {
            case .known(.unconfined): return .allowed
            case .known(let caller):
                let refusal = caller.refusal(of: CallTarget(call.path, call.interface, call.member), at: endpoint)
                return refusal.map { .refused($0.remoteError) } ?? .allowed
            case .sought: return .wait
            case .notFound(let reason):
                return .refused(
                    RemoteError(
                        .accessDenied,
                        "\(call.member): it was not known within \(patience) who calls: \(reason); a further call is "
                            + "looked at anew"))
            }
        }
    }

    /// Who is behind a call that has passed the filter.
    func caller(of call: MethodCall) -> Caller {
        call.sender.flatMap { sender in state.withLock { $0.known[sender] } } ?? .unidentified("it has left the bus")
    }

    // MARK: Finding out

    private enum Answer {
        case known(Caller)
        case sought
        case notFound(String)
    }

    private func find(_ sender: BusName, for holder: Connection, asking bus: Connection) -> Answer {
        let (answer, isFirst, waitsAnew) = state.withLock { state -> (Answer, Bool, Bool) in
            if let caller = state.known[sender] { return (.known(caller), false, false) }
            if let reason = state.searches[sender]?.refusal { return (.notFound(reason), false, false) }
            let isFirst = state.searches[sender] == nil
            var search = state.searches[sender] ?? Search()
            let waitsAnew = search.holders.isEmpty
            if !search.holders.contains(where: { $0 === holder }) { search.holders.append(holder) }
            state.searches[sender] = search
            return (.sought, isFirst, waitsAnew)
        }
        if waitsAnew { wait(for: sender, on: bus.loop, parts: Self.parts) }
        if isFirst {
            let seen = BootTimer.now
            Task { await self.search(sender, seen: seen, over: bus) }
        }
        return answer
    }

    /// Tries until it is known, or nobody waits any more.
    private func search(_ sender: BusName, seen: UInt64, over bus: isolated Connection) async {
        guard let reader = state.withLock({ $0.reader }) else { return }
        // The bus has told of the sender's coming before it answers about it.
        let lookup = CallerLookup(sender: sender, user: user, reader: reader) { [self] in
            min(seen, state.withLock { $0.known.arrival(of: sender) })
        }
        while true {
            switch await lookup.run(over: bus) {
            case .known(let caller): return found(sender, caller, on: bus.loop)
            case .unknown(let reason):
                if bus.isClosed { return }
                logger.debug("\(sender): \(reason)")
                let goesOn = state.withLock { state in
                    state.searches[sender]?.trouble = reason
                    if state.searches[sender]?.holders.isEmpty == false { return true }
                    state.searches[sender] = nil
                    return false
                }
                guard goesOn else { return }
                let pause = FirstAnswer<Void>()
                _ = bus.loop.schedule(at: .now + Self.pause) { pause.settle(()) }
                await pause.value
            }
        }
    }

    private func found(_ sender: BusName, _ caller: Caller, on loop: EventLoop) {
        if case .unidentified(let reason) = caller { logger.info("\(sender) may do nothing: \(reason)") }
        let search = state.withLock { state in
            let search = state.searches.removeValue(forKey: sender)
            state.known.add(sender, caller, hasLeft: search?.hasLeft ?? false)
            return search
        }
        if let timer = search?.timer { loop.cancel(timer) }
        for holder in search?.holders ?? [] { holder.assumeIsolated { $0.reconsider(sender) } }
    }

    /// Waits in parts: the time in which this process was stopped is nobody's fault, and counts as one of them.
    private func wait(for sender: BusName, on loop: EventLoop, parts: Int) {
        let timer = loop.schedule(at: .now + patience / Self.parts) { [weak self, weak loop] in
            guard let self, let loop else { return }
            if parts > 1 { wait(for: sender, on: loop, parts: parts - 1) } else { refuse(sender) }
        }
        state.withLock { $0.searches[sender]?.timer = timer }
    }

    /// Has the calls that are held refused. Who is found out goes on to be.
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
