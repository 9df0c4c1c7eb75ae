internal import CDBus
internal import CSystem
internal import Glibc

/// A connection to a message bus or to a peer, with a thread of its own or one that it shares.
///
/// ```swift
/// let bus = try await Connection.open(.session)
/// let names: [String] = try await bus.call(.bus, path: .bus, interface: .bus, "ListNames")
/// ```
///
/// All its state lives on its ``loop``: an actor that uses the same loop as its executor reaches it without a thread
/// hop, and synchronously through `assumeIsolated`. A connection stays open until ``close(drainingFor:)`` or until the
/// other side goes; ``closed`` tells which.
public actor Connection {
    /// The thread this connection works on.
    public nonisolated let loop: EventLoop

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The name the bus gave this connection, for example `:1.42`; nil with a peer.
    public nonisolated var uniqueName: BusName? { name.withLock { $0 } }
    private nonisolated let name = Locked<BusName?>(nil)

    private var handle: ConnectionHandle?
    private var source: Source?
    var pending = PendingReplies<ReplyWaiter>()
    var subscriptions = Subscriptions()
    var objects = ObjectTree()
    var noted = NotedChanges()
    private var closing: Closing = .open([])

    private enum Closing {
        case open([@Sendable (CloseReason) -> Void])
        case closed(CloseReason)
    }

    /// Why a connection ended.
    public enum CloseReason: Hashable, Sendable {
        /// ``Connection/close(drainingFor:)`` was called here.
        case closedHere
        /// The bus or the peer went away, or ended the connection.
        case disconnected
    }

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

    // MARK: Opening

    /// Connects, and on a bus says hello.
    ///
    /// - Parameters:
    ///   - address: where to.
    ///   - loop: a thread to share; nil starts one for this connection.
    ///   - prepare: runs on the loop's thread before anything that arrives is looked at. A peer may call as soon as it
    ///     has let this side in, and finds what is exported here. When it throws, so does this.
    /// - Throws: ``ConnectionError`` with code `cannotConnect`, also when the other side does not let this user in, or
    ///   says nothing for 25 s; a ``RemoteError`` when the bus turns the caller down.
    public static func open(
        _ address: BusAddress, on loop: EventLoop? = nil,
        prepare: @Sendable (_ connection: isolated Connection) throws -> Void = { _ in }
    ) async throws -> Connection {
        let server = try address.resolved()
        let connection = Connection(loop: loop ?? EventLoop(), hasBus: address.isBus)
        do {
            if address.isBus {
                try await connection.connect(server) { _ in }
                let name: String = try await connection.call(.bus, path: .bus, interface: .bus, "Hello")
                connection.name.withLock { $0 = BusName(unchecked: name) }
                // Not before: the bus ends a connection whose first message is another than Hello.
                try await prepare(connection)
            } else {
                try await connection.connect(server, prepare)
                try await connection.authenticate(within: defaultTimeout)
            }
        } catch {
            await connection.end(.closedHere)
            guard let error = error as? ConnectionError, error.code == .closed else { throw error }
            throw ConnectionError(.cannotConnect, "cannot connect to \(address): it ended the connection")
        }
        return connection
    }

    private func connect(_ address: String, _ prepare: @Sendable (isolated Connection) throws -> Void) throws {
        handle = try ConnectionHandle.connect(to: address)
        start()
        try prepare(self)
    }

    /// Begins to take what arrives.
    func start() {
        guard let watches = handle?.watches else { return }
        let source = Source(self, watches)
        self.source = source
        loop.add(source)
    }

    // MARK: Ending

    /// Waits until the connection has ended, and tells why.
    public var closed: CloseReason {
        get async {
            await withCheckedContinuation { continuation in onClose { continuation.resume(returning: $0) } }
        }
    }

    /// Calls `action` on the loop's thread when the connection ends; at once if it has.
    public func onClose(_ action: @escaping @Sendable (CloseReason) -> Void) {
        switch closing {
        case .open(let actions): closing = .open(actions + [action])
        case .closed(let reason): action(reason)
        }
    }

    /// Closes the connection. Calls that wait for a reply fail with ``ConnectionError/Code/closed``.
    ///
    /// - Parameter limit: how long to go on writing what is queued, such as the last replies.
    public func close(drainingFor limit: Duration = .seconds(1)) {
        tellNotedChanges()
        drain(until: MonotonicTime.now + limit)
        end(.closedHere)
    }

    /// Writes what is queued, on this thread, so that nothing else comes in between.
    private func drain(until deadline: MonotonicTime) {
        while handle?.hasMessagesToSend == true, handle?.isConnected == true {
            let now = MonotonicTime.now
            guard now < deadline else { return }
            var descriptors: [pollfd] = []
            handle?.watches.collect(into: &descriptors)
            let writers = descriptors.map {
                $0.events & Int16(POLLOUT) != 0 ? $0 : pollfd(fd: -1, events: 0, revents: 0)
            }
            descriptors = writers
            let remaining = (deadline.nanoseconds - now.nanoseconds) / 1_000_000
            guard poll(&descriptors, nfds_t(descriptors.count), CInt(clamping: remaining + 1)) >= 0 else { continue }
            handle?.handle(descriptors[...])
        }
    }

    private func end(_ reason: CloseReason) {
        guard case .open(let actions) = closing else { return }
        closing = .closed(reason)
        if let source { loop.remove(source) }
        source = nil
        handle = nil
        for waiter in pending.close() {
            if let timer = waiter.timer { loop.cancel(timer) }
            waiter.finish(.failure(ConnectionError(.closed, "the connection closed before the reply came")))
        }
        objects = ObjectTree()
        for finished in subscriptions.finish() { finished() }
        for action in actions { action(reason) }
    }

    // MARK: Sending and receiving

    /// Whether the connection has ended.
    public var isClosed: Bool { if case .closed = closing { true } else { false } }

    /// Whether the other side has let this one in, and the other way round.
    var isAuthenticated: Bool { handle?.isAuthenticated == true }

    /// Queues a message. Returns its serial.
    ///
    /// - Throws: ``ConnectionError``; ``EncodingError`` when the other side takes no file descriptors.
    @discardableResult
    func send(_ message: Message) throws -> UInt32 {
        guard handle != nil else { throw ConnectionError(.closed, "the connection is closed") }
        if !noted.isEmpty { tellNotedChanges() }
        if handle?.takes(message) == false { throw EncodingError("the other side takes no file descriptors") }
        guard let serial = handle?.send(message) else { throw ConnectionError(.closed, "libdbus has no memory left") }
        return serial
    }

    fileprivate func handle(_ ready: ArraySlice<pollfd>) { handle?.handle(ready) }

    /// Handles every message that has arrived.
    fileprivate func receive() {
        while let message = handle?.pop() { receive(message) }
    }

    private func receive(_ message: Message) {
        switch dbus_message_get_type(message.raw) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: receiveCall(message.raw)
        case DBUS_MESSAGE_TYPE_METHOD_RETURN, DBUS_MESSAGE_TYPE_ERROR: receiveReply(message)
        case DBUS_MESSAGE_TYPE_SIGNAL:
            if dbus_message_is_signal(message.raw, "org.freedesktop.DBus.Local", "Disconnected") != 0,
                dbus_message_get_sender(message.raw) == nil
            {
                end(.disconnected)
            } else {
                deliver(message.raw)
            }
        default: break  // the specification tells to ignore unknown types
        }
    }

    private func receiveReply(_ message: Message) {
        guard let waiter = pending.take(serial: dbus_message_get_reply_serial(message.raw)) else { return }
        if let timer = waiter.timer { loop.cancel(timer) }
        guard dbus_message_get_type(message.raw) == DBUS_MESSAGE_TYPE_ERROR else {
            return waiter.finish(.success(message.raw))
        }
        var reader = MessageReader(message: message.raw)
        let name = ErrorName(unchecked: text(dbus_message_get_error_name(message.raw)) ?? ErrorName.failed.rawValue)
        waiter.finish(.failure(RemoteError(name, (try? String(from: &reader)) ?? "")))
    }
}

/// Shows a connection to its loop.
///
/// `@unchecked`: the watches are touched by the loop's thread alone, as everything of the connection.
private final class Source: EventSource, @unchecked Sendable {
    private let connection: Connection
    private let watches: WatchSet

    init(_ connection: Connection, _ watches: WatchSet) {
        self.connection = connection
        self.watches = watches
    }

    func collect(into descriptors: inout [pollfd]) { watches.collect(into: &descriptors) }

    func handle(_ ready: ArraySlice<pollfd>) { connection.assumeIsolated { $0.handle(ready) } }

    func processPending() { connection.assumeIsolated { $0.receive() } }
}
