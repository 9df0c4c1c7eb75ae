/// The state of this connection for a well-known name. Pure: it gets the bus's messages, and decides which are news.
struct NameStanding: Sendable {
    private(set) var state = NameOwnership.State.notOwned
    /// Whether the bus has sent a signal about the name.
    private var hasReceivedSignal = false

    /// Handles the bus's answer to the request. Its signals since then are newer: signals of the request itself arrive
    /// before the answer. Nil means that the name is taken and this connection isn't queued.
    mutating func answered(_ reply: NameReply?) -> NameOwnership.State? {
        if hasReceivedSignal { return nil }
        switch reply {
        case .primaryOwner, .alreadyOwner: return enter(.owned)
        case .inQueue: return enter(.queued)
        case nil: return nil
        }
    }

    /// Records that the bus gave the name to this connection. Returns the state if it changed.
    mutating func acquired() -> NameOwnership.State? {
        hasReceivedSignal = true
        return enter(.owned)
    }

    /// Records that the bus removed the name. A connection that may queue waits for it again.
    mutating func lost(queues: Bool) -> NameOwnership.State? {
        hasReceivedSignal = true
        guard state == .owned else { return nil }
        return enter(queues ? .queued : .notOwned)
    }

    /// Records that the name was released here, or that the connection ended.
    mutating func released() -> NameOwnership.State? { enter(.notOwned) }

    private mutating func enter(_ next: NameOwnership.State) -> NameOwnership.State? {
        if state == next { return nil }
        state = next
        return next
    }
}

/// A well-known name that this connection requested, and its state over time.
///
/// It stops following the name when the last reference to it is released; a running ``states`` sequence is a reference.
/// The name itself stays with the connection until ``release()``, ``Connection/releaseName(_:)``, or the end of the
/// connection.
public actor NameOwnership {
    /// The state of the connection for the name.
    public enum State: Hashable, Sendable {
        /// Calls to the name arrive here.
        case owned
        /// Another connection owns it; this connection gets it when the owner releases it.
        case queued
        /// This connection doesn't own the name, and only a new request can change that.
        case notOwned
    }

    /// The requested name.
    public nonisolated let name: BusName
    /// The connection that requested it.
    public nonisolated let connection: Connection
    public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    private let flags: NameFlags
    /// The bus also signals a loss that was requested. Then this connection doesn't wait for the name.
    private var isReleasing = false
    private var standing = NameStanding()
    /// Whether the state can no longer change.
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

    /// The current state.
    public var state: State { standing.state }

    /// The current state, then every change. The sequence ends after ``release()`` and with the connection. It keeps
    /// all states until they are read.
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
        // The closure holds the ownership, which follows the name as long as a stream has a reader.
        continuation.onTermination = { _ in Task { await self.forget(number) } }
        return stream
    }

    /// The number of active streams.
    var receiverCount: Int { receivers.count }

    private func forget(_ number: Int) { receivers[number] = nil }

    /// Releases the name.
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
                        handler: { [weak self] _ in self?.assumeIsolated { $0.handleSignal(member) } }))
            }
            notify(standing.answered(try await connection.nameReply(name, flags)))
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

    private func handleSignal(_ member: MemberName) {
        let queues = !flags.contains(.doNotQueue) && !isReleasing
        notify(member == "NameAcquired" ? standing.acquired() : standing.lost(queues: queues))
    }

    private func end() {
        hasEnded = true
        notify(standing.released())
        let all = receivers
        receivers = [:]
        for receiver in all.values { receiver.finish() }
    }

    private func notify(_ state: State?) {
        guard let state else { return }
        for receiver in receivers.values { receiver.yield(state) }
    }
}

extension Connection {
    /// Requests a well-known name from the bus, and follows its state. Export objects first.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - flags: without `doNotQueue`, this connection waits for the name if it is taken.
    /// - Throws: ``RemoteError`` when the bus refuses the name. A taken name is a state, not an error.
    public func ownName(_ name: BusName, _ flags: NameFlags = []) async throws -> NameOwnership {
        let ownership = NameOwnership(self, name, flags)
        try await ownership.request()
        return ownership
    }
}
