internal import CTodayDBus
internal import CTodaySystem
internal import TodayCLibrary

/// A connection to a message bus or to a peer, with its own thread or a shared one.
///
/// ```swift
/// let bus = try await Connection.open(.session)
/// let names: [String] = try await bus.call(.bus, "ListNames")
/// ```
///
/// All of its state lives on its ``loop``. An actor that uses the same loop as its executor can access this state
/// without a thread hop, and synchronously through `assumeIsolated`.
///
/// A connection stays open until ``close(drainingFor:)``, or until the other side disconnects; ``closed`` returns the
/// reason. It also closes when the last reference to it is released. These are references too:
///
/// - an exported object, until it is unexported;
/// - a subscription, until it is canceled;
/// - a stream of signals, until it is released;
/// - a call, until it is answered;
/// - a task that waits for ``closed``.
///
/// A well-known name doesn't keep the connection open.
public actor Connection {
    /// The thread of this connection.
    public nonisolated let loop: EventLoop

    /// The executor of ``loop``, for actors that run on the connection's thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The name that the bus has assigned to this connection, for example `:1.42`; nil for a peer.
    public nonisolated var uniqueName: BusName? { name.withLock { $0 } }
    private nonisolated let name = Locked<BusName?>(nil)
    /// The log of events that are not reported anywhere else.
    nonisolated let events = EventLog()
    let trace = MessageTrace.asked()

    private var handle: ConnectionHandle?
    private var source: Source?
    var pending = PendingReplies<ReplyWaiter>()
    var subscriptions = Subscriptions() { didSet { keepWhileUsed() } }
    var objects = ObjectTree() { didSet { keepWhileUsed() } }
    var managed = ManagedObjects()
    var pendingChanges = PendingChanges()
    /// The number of calls that wait until no other code runs, to emit ``pendingChanges`` before they are sent.
    var waitingCalls = 0
    /// Changes recorded by owners outside of the loop's thread, by where they live. An entry stays until it is sent.
    var changesElsewhere: [ObjectIdentifier: ChangesElsewhere] = [:]
    var handlers = RunningHandlers()
    var filter: CallFilter?
    var ownNames = OwnNames()
    /// The number of nested handlers that are running where their call was read.
    var synchronousHandlers = 0
    var postponedClose: PostponedClose?
    /// The maximum number of file descriptors in a sent message; see ``setDescriptorLimit(_:)``.
    public internal(set) var descriptorLimit = MessageLimits.descriptors
    var incoming = Incoming()
    var closing = Closing()
    /// A reference to itself while objects or subscriptions use it. A waiting call doesn't need it: it holds its
    /// connection.
    private var kept: Connection?

    /// The machine of the bus, with the user and the port, if it is ``BusAddress/ssh(_:port:asking:)``; otherwise nil.
    public nonisolated let sshHost: String?

    /// Whether the other end is a message bus, which guarantees the sender of each message.
    let hasBus: Bool

    private init(loop: EventLoop, to address: BusAddress) {
        self.loop = loop
        hasBus = address.isBus
        sshHost = address.sshHost
    }

    /// Makes a connection that a server has accepted. It receives nothing before ``start()``.
    init(accepted handle: consuming ConnectionHandle, on loop: EventLoop) {
        self.loop = loop
        hasBus = false
        sshHost = nil
        self.handle = consume handle
    }

    // The handle and its watches belong to the loop's thread. They are closed there, wherever the last reference was.
    isolated deinit { close() }

    private func keepWhileUsed() { kept = isClosed || (objects.isEmpty && subscriptions.isEmpty) ? nil : self }

    // MARK: Opening

    /// Opens a connection, and registers it if the address is a bus.
    ///
    /// - Parameters:
    ///   - address: the address to connect to.
    ///   - loop: a thread to share; nil starts one for this connection. Connecting the socket doesn't block it.
    ///   - timeout: the total time until the other side has authenticated this connection. Zero or less fails
    ///     immediately.
    ///   - prepare: called on the loop's thread before any message is handled. A peer may call as soon as it has
    ///     authenticated this side, and finds the objects that you export here. Messages that you send to a peer here
    ///     wait for the authentication, and so does closing the connection. If it throws, `open` throws the same error.
    /// - Throws: ``ConnectionError`` with code `cannotConnect`, also when the other side rejects this user, when
    ///   `timeout` has passed, or when `prepare` has closed the connection to a peer; a ``RemoteError`` when the bus
    ///   rejects the caller; `CancellationError`.
    public static func open(
        _ address: BusAddress, on loop: EventLoop? = nil, timeout: Duration = defaultTimeout,
        prepare: @Sendable (_ connection: isolated Connection) throws -> Void = { _ in }
    ) async throws -> Connection {
        let ssh = try address.makeSSHRun()
        let server = try ssh?.address ?? address.resolved()
        let deadline = MonotonicTime.now + timeout
        let connection = Connection(loop: loop ?? EventLoop(), to: address)
        do {
            if address.isBus {
                try await connection.connect(server, until: deadline) { _ in }
                let name: String = try await connection.call(
                    .bus, "Hello", timeout: deadline - .now)
                connection.name.withLock { $0 = BusName(unchecked: name) }
                await connection.assigned(name)
                // Not earlier: the bus ends a connection whose first message isn't Hello.
                try await prepare(connection)
            } else {
                try await connection.connect(server, until: deadline, prepare)
                try await connection.authenticate(within: deadline - .now)
            }
        } catch {
            await connection.end(.closedHere)
            defer { ssh?.end() }
            guard let error = error as? ConnectionError else { throw error }
            let failure =
                error.code == .timedOut ? ssh?.noAnswer(within: timeout) : await ssh?.failure(within: .seconds(2))
            if let failure { throw ConnectionError(failure) }
            switch error.code {
            case .closed:
                throw ConnectionError(.cannotConnect, "cannot connect to \(address): it closed the connection")
            case .timedOut:
                throw ConnectionError(.cannotConnect, "cannot connect to \(address): no answer within \(timeout)")
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
        guard let handle = connected.removeHandle() else { return }
        self.handle = consume handle
        applyMessageLimit()
        start()
        try prepare(self)
        if isClosed { throw ConnectionError(.cannotConnect, "the connection was closed during its setup") }
    }

    private func assigned(_ name: String) {
        ownNames.assigned(name)
        handle?.startBatching()
    }

    /// Starts to receive.
    func start() {
        let source = Source(self)
        self.source = source
        loop.add(source)
    }

    // MARK: Ending

    /// Writes queued messages on this thread, so that nothing else runs in between.
    func drain(until deadline: MonotonicTime) {
        handle?.write()
        while handle?.hasMessagesToSend == true, handle?.isConnected == true {
            let now = MonotonicTime.now
            guard now < deadline else { return }
            var descriptors: [pollfd] = []
            handle?.collect(into: &descriptors)
            // Until the other side has authenticated this connection, writing depends on reading.
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
        // Objects that die with these may use the connection in their deinit. So nothing may be modified at that
        // moment.
        let (exported, subscribed) = (objects, subscriptions.finish())
        objects = ObjectTree()
        managed = ManagedObjects()
        withExtendedLifetime(exported) {
            for finished in subscribed { finished() }
        }
        for action in actions { action(reason) }
    }

    // MARK: Sending and receiving

    /// Whether both sides have authenticated each other.
    var isAuthenticated: Bool { handle?.isAuthenticated == true }

    /// Whether the other side hasn't disconnected.
    var isConnected: Bool { handle?.isConnected == true }

    /// Whether something waits to be written, and the other side can still receive it.
    var hasMessagesToSend: Bool { handle?.hasMessagesToSend == true }

    /// Removes and returns the next message that has arrived.
    func popArrival() -> Arrival? { handle?.pop() }

    /// Limits received messages to ``CallLimits/messageBytes``.
    func applyMessageLimit() { handle?.stream?.largest = min(incoming.limits.messageBytes, MessageLimits.bytes) }

    /// Limits how many bytes may wait outside of this process for the bus to read them; nil is the kernel's default.
    func limitUnread(_ bytes: Int?) { if hasBus { handle?.limitUnread(bytes) } }

    /// Queues a message, ahead of recorded changes. Returns its serial.
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

    /// Checks whether a message can be sent: sending it regardless would end the connection.
    ///
    /// - Throws: ``MarshallingError`` when the other side doesn't accept file descriptors, or not that many.
    func check(_ message: Message) throws(MarshallingError) {
        if message.descriptorCount == 0 { return }
        guard message.descriptorCount <= descriptorLimit else {
            throw .tooManyDescriptors(message.descriptorCount, limit: descriptorLimit)
        }
        if handle?.accepts(message) == false {
            throw MarshallingError("the other side doesn't accept file descriptors")
        }
    }

    /// Writes the messages of this turn of the loop, and adds the descriptors to wait for.
    fileprivate func collect(into descriptors: inout [pollfd]) {
        handle?.write()
        handle?.collect(into: &descriptors, reading: !isReceivingPaused)
    }

    fileprivate func handle(_ ready: ArraySlice<pollfd>) {
        if handle?.handle(ready) == false { incoming.isDisconnected = true }
    }
}

/// The event source of a connection, which doesn't keep the connection alive.
///
/// `@unchecked`: the weak reference is set once.
private final class Source: EventSource, @unchecked Sendable {
    private weak var connection: Connection?

    init(_ connection: Connection) { self.connection = connection }

    func collect(into descriptors: inout [pollfd]) { connection?.inTurn { $0.collect(into: &descriptors) } }

    func handle(_ ready: ArraySlice<pollfd>) { connection?.inTurn { $0.handle(ready) } }

    func processPending() { connection?.inTurn { $0.receive() } }

    var isBusy: Bool { connection?.inTurn { $0.isBusy } == true }
}

extension Connection {
    /// Runs code of the connection in a turn of its loop. Like `assumeIsolated`, but without looking for the current
    /// executor, which happens several times in each turn and costs as much as reading a small message.
    fileprivate nonisolated func inTurn<Result>(_ body: (isolated Connection) -> Result) -> Result {
        assert(loop.isCurrent)
        return withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((Connection) -> Result).self)(self) }
    }
}
