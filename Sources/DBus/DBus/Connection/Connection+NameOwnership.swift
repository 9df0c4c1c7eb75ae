/// Where this connection stands with a well-known name. Pure: it is told what the bus said, and decides what is news.
struct NameStanding: Sendable {
    private(set) var state = NameOwnership.State.notOwned
    /// Whether the bus has told of the name by signal.
    private var heard = false

    /// The bus answered the request. What it told by signal since is newer: the signals of the request itself come before
    /// its answer. Nil is that the name is taken, and nobody queues.
    mutating func answered(_ reply: NameReply?) -> NameOwnership.State? {
        if heard { return nil }
        switch reply {
        case .primaryOwner, .alreadyOwner: return enter(.owned)
        case .inQueue: return enter(.queued)
        case nil: return nil
        }
    }

    /// The bus gave the name to this connection. Returns the new state if it is one.
    mutating func acquired() -> NameOwnership.State? {
        heard = true
        return enter(.owned)
    }

    /// The bus took it away. One that may queue waits for it again.
    mutating func lost(queues: Bool) -> NameOwnership.State? {
        heard = true
        guard state == .owned else { return nil }
        return enter(queues ? .queued : .notOwned)
    }

    /// It was given back here, or the connection ended.
    mutating func released() -> NameOwnership.State? { enter(.notOwned) }

    private mutating func enter(_ next: NameOwnership.State) -> NameOwnership.State? {
        if state == next { return nil }
        state = next
        return next
    }
}

/// A well-known name that this connection asked for, and what becomes of it.
///
/// When the last reference to it goes, nothing is followed any more, and ``states`` that still runs keeps it. The name
/// itself stays with the connection: it is given back by ``release()`` or ``Connection/releaseName(_:)``, and goes with the
/// end of the connection.
public actor NameOwnership {
    /// Where the connection stands with the name.
    public enum State: Hashable, Sendable {
        /// Calls to the name come here.
        case owned
        /// Another connection owns it; it comes here when that one lets go.
        case queued
        /// It is not owned here, and will not be without asking again.
        case notOwned
    }

    /// The name that was asked for.
    public nonisolated let name: BusName
    /// Who asked for it.
    public nonisolated let connection: Connection
    public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    private let flags: NameFlags
    /// The bus tells also of a loss that was asked for; then nothing is waited for.
    private var isReleasing = false
    private var standing = NameStanding()
    /// Nothing becomes of the name any more.
    private var hasEnded = false
    private var subscriptions: [Connection.Subscription] = []
    private var receivers: [Int: AsyncStream<State>.Continuation] = [:]
    private var lastReceiver = 0

    fileprivate init(_ connection: Connection, _ name: BusName, _ flags: NameFlags) {
        self.connection = connection
        self.name = name
        self.flags = flags
    }

    isolated deinit {
        let all = subscriptions
        connection.assumeIsolated { connection in for subscription in all { connection.cancel(subscription) } }
    }

    /// The state as it is now.
    public var state: State { standing.state }

    /// The state now, and whenever it changes. It ends after ``release()`` and with the connection. Nothing that has not
    /// been taken yet is dropped.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(of: State.self)
        continuation.yield(standing.state)
        if hasEnded {
            continuation.finish()
            return stream
        }
        lastReceiver += 1
        let number = lastReceiver
        receivers[number] = continuation
        // It holds the ownership, which follows the name as long as somebody listens.
        continuation.onTermination = { _ in Task { await self.forget(number) } }
        return stream
    }

    /// How many streams are listened to.
    var receiverCount: Int { receivers.count }

    private func forget(_ number: Int) { receivers[number] = nil }

    /// Gives the name back.
    public func release() async throws {
        isReleasing = true
        do { try await connection.releaseName(name) } catch {
            isReleasing = false
            throw error
        }
        await cancelSubscriptions()
        end()
    }

    fileprivate func request() async throws {
        do {
            for member in ["NameAcquired", "NameLost"] as [MemberName] {
                let rule = MatchRule(
                    sender: .bus, path: .bus, interface: .bus, member: member, firstArgument: name.rawValue)
                subscriptions.append(
                    try await connection.subscribe(
                        rule, finished: { [weak self] in self?.assumeIsolated { $0.end() } },
                        handler: { [weak self] _ in self?.assumeIsolated { $0.heard(member) } }))
            }
            tell(standing.answered(try await connection.nameReply(name, flags)))
        } catch {
            await cancelSubscriptions()
            throw error
        }
    }

    private func cancelSubscriptions() async {
        let all = subscriptions
        subscriptions = []
        for subscription in all { await connection.cancel(subscription) }
    }

    private func heard(_ member: MemberName) {
        let queues = !flags.contains(.doNotQueue) && !isReleasing
        tell(member == "NameAcquired" ? standing.acquired() : standing.lost(queues: queues))
    }

    private func end() {
        hasEnded = true
        tell(standing.released())
        let all = receivers
        receivers = [:]
        for receiver in all.values { receiver.finish() }
    }

    private func tell(_ state: State?) {
        guard let state else { return }
        for receiver in receivers.values { receiver.yield(state) }
    }
}

extension Connection {
    /// Asks the bus for a well-known name, and follows what becomes of it. Export objects before.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - flags: without `doNotQueue` the name comes here later if it is taken now.
    /// - Throws: ``RemoteError`` when the bus refuses the name. That it is taken is no error, but a state.
    public func ownName(_ name: BusName, _ flags: NameFlags = []) async throws -> NameOwnership {
        let ownership = NameOwnership(self, name, flags)
        try await ownership.request()
        return ownership
    }
}
