internal import CTodayDBus
internal import CTodaySystem
internal import Glibc

/// A connection to a message bus or to a peer, with a thread of its own or one that it shares.
///
/// ```swift
/// let bus = try await Connection.open(.session)
/// let names: [String] = try await bus.call(.bus, "ListNames")
/// ```
///
/// All its state lives on its ``loop``: an actor that uses the same loop as its executor reaches it without a thread
/// hop, and synchronously through `assumeIsolated`.
///
/// A connection stays open until ``close(drainingFor:)`` or until the other side goes; ``closed`` tells which. It is also
/// closed, as by `close()`, when nobody refers to it any more: what still uses it counts as a reference. That is an
/// exported object until it is unexported, a subscription until it is cancelled, a stream of signals until it is dropped,
/// a call until it is answered, and a task that waits for ``closed``. A well-known name alone does not keep it: names go
/// with the connection.
public actor Connection {
    /// The thread this connection works on.
    public nonisolated let loop: EventLoop

    /// The executor of ``loop``, for actors that are to live on the connection's thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The name the bus gave this connection, for example `:1.42`; nil with a peer.
    public nonisolated var uniqueName: BusName? { name.withLock { $0 } }
    private nonisolated let name = Locked<BusName?>(nil)
    /// What happens here and is told to nobody else.
    nonisolated let events = EventLog()
    let trace = MessageTrace.asked()

    private var handle: ConnectionHandle?
    private var source: Source?
    var pending = PendingReplies<ReplyWaiter>()
    var subscriptions = Subscriptions() { didSet { keepWhileUsed() } }
    var objects = ObjectTree() { didSet { keepWhileUsed() } }
    var managed = ManagedObjects()
    var noted = PendingChanges()
    /// What owners elsewhere than on the loop's thread have noted, by where they live; there until it has been told.
    var changesElsewhere: [ObjectIdentifier: ChangesElsewhere] = [:]
    var handlers = RunningHandlers()
    var filter: CallFilter?
    var ownNames = OwnNames()
    /// How many handlers run at this moment where their call was read, one within the other.
    var synchronousHandlers = 0
    var postponedClose: PostponedClose?
    /// How many file descriptors a message that is sent may carry; see ``setDescriptorLimit(_:)``.
    public internal(set) var descriptorLimit = MessageLimits.descriptors
    var incoming = Incoming()
    var closing = Closing()
    /// The connection itself while it is used by what lives in it. A call that waits needs none: it holds its connection.
    private var kept: Connection?

    /// Whether a message bus is at the other end, and vouches for the sender of each message.
    let hasBus: Bool

    private init(loop: EventLoop, hasBus: Bool) {
        self.loop = loop
        self.hasBus = hasBus
    }

    /// A connection that a server has accepted. It hears nothing before ``start()``.
    init(accepted handle: consuming ConnectionHandle, on loop: EventLoop) {
        self.loop = loop
        hasBus = false
        self.handle = consume handle
    }

    // The handle and its watches are the loop's thread's: they are closed there, wherever the last reference was.
    isolated deinit { close() }

    private func keepWhileUsed() { kept = isClosed || (objects.isEmpty && subscriptions.isEmpty) ? nil : self }

    // MARK: Opening

    /// Connects, and on a bus says hello.
    ///
    /// - Parameters:
    ///   - address: where to.
    ///   - loop: a thread to share; nil starts one for this connection. It is not held up while the socket connects.
    ///   - timeout: how long it may take altogether, until the other side has let this one in; zero or less fails at
    ///     once.
    ///   - prepare: runs on the loop's thread before anything that arrives is looked at. A peer may call as soon as it
    ///     has let this side in, and finds what is exported here. What is sent to a peer here goes out once it has let
    ///     this side in; closing the connection here waits for that. When it throws, so does this.
    /// - Throws: ``ConnectionError`` with code `cannotConnect`, also when the other side does not let this user in, when
    ///   `timeout` has passed, or when `prepare` has closed the connection to a peer; a ``RemoteError`` when the bus turns
    ///   the caller down; `CancellationError`.
    public static func open(
        _ address: BusAddress, on loop: EventLoop? = nil, timeout: Duration = defaultTimeout,
        prepare: @Sendable (_ connection: isolated Connection) throws -> Void = { _ in }
    ) async throws -> Connection {
        let server = try address.resolved()
        let deadline = MonotonicTime.now + timeout
        let connection = Connection(loop: loop ?? EventLoop(), hasBus: address.isBus)
        do {
            if address.isBus {
                try await connection.connect(server, until: deadline) { _ in }
                let name: String = try await connection.call(
                    .bus, "Hello", timeout: deadline - .now)
                connection.name.withLock { $0 = BusName(unchecked: name) }
                await connection.greeted(name)
                // Not before: the bus ends a connection whose first message is another than Hello.
                try await prepare(connection)
            } else {
                try await connection.connect(server, until: deadline, prepare)
                try await connection.authenticate(within: deadline - .now)
            }
        } catch {
            await connection.end(.closedHere)
            guard let error = error as? ConnectionError else { throw error }
            switch error.code {
            case .closed:
                throw ConnectionError(.cannotConnect, "cannot connect to \(address): it ended the connection")
            case .timedOut:
                throw ConnectionError(.cannotConnect, "cannot connect to \(address): no answer came within \(timeout)")
            case .cannotConnect: throw ConnectionError(.cannotConnect, error.message + address.hint)
            default: throw error
            }
        }
        return connection
    }

    private func connect(
        _ address: String, until deadline: MonotonicTime, _ prepare: @Sendable (isolated Connection) throws -> Void
    ) async throws {
        let attempt = ConnectAttempt()
        let timer = loop.schedule(at: deadline) { attempt.settle(.failure(ConnectionError(.timedOut, "too late"))) }
        defer { loop.cancel(timer) }
        let connected = try await attempt.connect(to: address, isBus: hasBus)
        guard let handle = connected.take() else { return }
        self.handle = consume handle
        applyMessageLimit()
        start()
        try prepare(self)
        if isClosed { throw ConnectionError(.cannotConnect, "the connection was closed while it was prepared") }
    }

    private func greeted(_ name: String) {
        ownNames.greeted(name)
        handle?.startBatching()
    }

    /// Begins to take what arrives.
    func start() {
        let source = Source(self)
        self.source = source
        loop.add(source)
    }

    // MARK: Ending

    /// Writes what is queued, on this thread, so that nothing else comes in between.
    func drain(until deadline: MonotonicTime) {
        handle?.write()
        while handle?.hasMessagesToSend == true, handle?.isConnected == true {
            let now = MonotonicTime.now
            guard now < deadline else { return }
            var descriptors: [pollfd] = []
            handle?.collect(into: &descriptors)
            // Before the other side has let this one in, reading is what leads to writing.
            if isAuthenticated {
                for index in descriptors.indices where descriptors[index].events & Int16(POLLOUT) == 0 {
                    descriptors[index].fd = -1
                }
            }
            let remaining = (deadline.nanoseconds - now.nanoseconds) / 1_000_000
            guard poll(&descriptors, nfds_t(descriptors.count), CInt(clamping: remaining + 1)) >= 0 else { continue }
            guard handle?.handle(descriptors[...]) == true else { return }
            handle?.write()
        }
    }

    func end(_ reason: CloseReason) {
        guard let actions = closing.end(reason) else { return }
        if reason == .disconnected { logDisconnection() }
        if let source { loop.remove(source) }
        source = nil
        handle?.write()
        handle = nil
        for waiter in pending.close() {
            if let timer = waiter.timer { loop.cancel(timer) }
            waiter.finish(.failure(ConnectionError(.closed, "the connection closed before the reply came")))
        }
        for task in handlers.finish() { task.cancel() }
        if let timer = postponedClose?.timer { loop.cancel(timer) }
        postponedClose = nil
        for timer in incoming.timers { loop.cancel(timer) }
        incoming = Incoming()
        // Whoever dies with these may use the connection while dying, so that nothing is changed at that moment.
        let (exported, subscribed) = (objects, subscriptions.finish())
        objects = ObjectTree()
        managed = ManagedObjects()
        withExtendedLifetime(exported) {
            for finished in subscribed { finished() }
        }
        for tell in actions { tell(reason) }
    }

    // MARK: Sending and receiving

    /// Whether the other side has let this one in, and the other way round.
    var isAuthenticated: Bool { handle?.isAuthenticated == true }

    /// Whether something waits to be written that the other side may still take.
    var hasMessagesToSend: Bool { handle?.hasMessagesToSend == true }

    /// The next message that has arrived.
    func popArrival() -> Arrival? { handle?.pop() }

    /// Has no more arrive of a message than ``CallLimits/messageBytes``.
    func applyMessageLimit() { handle?.stream?.largest = min(incoming.limits.messageBytes, MessageLimits.bytes) }

    /// Keeps what is sent here until the bus is about to take it, but for so many bytes; nil is as the kernel has it.
    func limitUnread(_ bytes: Int?) { if hasBus { handle?.limitUnread(bytes) } }

    /// Queues a message, ahead of noted changes. Returns its serial.
    ///
    /// - Throws: ``ConnectionError``; ``MarshallingError`` as ``check(_:)``.
    @discardableResult
    func send(_ message: Message) throws -> UInt32 {
        guard handle != nil else { throw ConnectionError.isClosed }
        try check(message)
        guard let serial = handle?.send(message) else { throw ConnectionError(.closed, "libdbus has no memory left") }
        trace?.sent(message, by: uniqueName)
        if incoming.isUnreadLimited { handle?.write() }
        return serial
    }

    /// Whether a message can be sent: to send it otherwise would end the connection.
    ///
    /// - Throws: ``MarshallingError`` when the other side takes no file descriptors, or not so many.
    func check(_ message: Message) throws(MarshallingError) {
        if message.descriptorCount == 0 { return }
        guard message.descriptorCount <= descriptorLimit else {
            throw .tooManyDescriptors(message.descriptorCount, limit: descriptorLimit)
        }
        if handle?.takes(message) == false { throw MarshallingError("the other side takes no file descriptors") }
    }

    /// Writes what was sent in this turn of the loop, and adds what to wait for.
    fileprivate func collect(into descriptors: inout [pollfd]) {
        handle?.write()
        handle?.collect(into: &descriptors)
    }

    fileprivate func handle(_ ready: ArraySlice<pollfd>) {
        if handle?.handle(ready) == false { incoming.isDisconnected = true }
    }
}

/// Shows a connection to its loop, and does not keep it.
///
/// `@unchecked`: the weak reference is set once.
private final class Source: EventSource, @unchecked Sendable {
    private weak var connection: Connection?

    init(_ connection: Connection) { self.connection = connection }

    func collect(into descriptors: inout [pollfd]) {
        connection?.assumeIsolated { $0.collect(into: &descriptors) }
    }

    func handle(_ ready: ArraySlice<pollfd>) { connection?.assumeIsolated { $0.handle(ready) } }

    func processPending() { connection?.assumeIsolated { $0.receive() } }

    var isBusy: Bool { connection?.assumeIsolated { $0.isBusy } == true }
}
