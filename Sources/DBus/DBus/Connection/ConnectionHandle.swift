internal import CTodayDBus
internal import CTodaySystem
internal import Glibc

/// The one owner of a private libdbus connection, and the watches libdbus has on its socket.
///
/// All of it is used on one thread, the loop's, so libdbus never needs its wake-up or dispatch callbacks, and a watch
/// callback only notes what changed. No libdbus timeouts are needed either: only its own pending calls set them, and
/// calls wait in ``PendingReplies`` instead. The connection is closed, then released, exactly once: libdbus ends the
/// process when an open private connection is released.
struct ConnectionHandle: ~Copyable {
    let raw: OpaquePointer
    let watches = WatchSet()
    /// What reads from a bus; libdbus reads from a peer.
    let stream: MessageStream?
    /// What writes to a bus once it has let this side in; libdbus writes to a peer.
    private var batch: MessageBatch?
    private let usualUnread: CInt

    /// Connects to a server address. It blocks while the socket connects.
    static func connect(to address: String, isBus: Bool = false) throws(ConnectionError) -> ConnectionHandle {
        guard let handle = adopt(try open(address), isBus: isBus) else {
            throw ConnectionError(.cannotConnect, "libdbus has no memory left")
        }
        return handle
    }

    /// Takes over the caller's reference to a private connection; nil when memory is short.
    static func adopt(_ raw: OpaquePointer, isBus: Bool = false) -> ConnectionHandle? {
        let handle = ConnectionHandle(owning: raw, isBus ? MessageStream() : nil)
        let isInstalled = handle.watches.install { add, remove, data, free in
            // Nothing for a toggled watch: whether it is enabled is asked before each wait.
            dbus_connection_set_watch_functions(raw, add, remove, nil, data, free)
        }
        guard isInstalled else { return nil }
        return handle
    }

    private init(owning raw: OpaquePointer, _ stream: MessageStream?) {
        self.raw = raw
        self.stream = stream
        var socket: CInt = -1
        _ = dbus_connection_get_socket(raw, &socket)
        usualUnread = csystem_most_unread(socket)
        // Never let the end of the bus end the process: the owner hears of it, and decides.
        dbus_connection_set_exit_on_disconnect(raw, 0)
        // As many as one can be sent: libdbus ends the connection when a message has more than 16, unless it is told.
        dbus_connection_set_max_message_unix_fds(raw, CLong(MessageLimits.kernelDescriptors))
    }

    private static func open(_ address: String) throws(ConnectionError) -> OpaquePointer {
        if address.utf8.contains(0) {
            throw ConnectionError(.cannotConnect, "the address \(address.quoted) contains a NUL character")
        }
        var error = cdbus_error_init()
        if let raw = dbus_connection_open_private(address, &error) { return raw }
        defer { dbus_error_free(&error) }
        var reason = text(error.message) ?? "no reason"
        // The socket stands in the address.
        if reason.utf8.starts(with: "Failed to connect to socket ".utf8), let end = reason.split(at: ":").last {
            reason = String(Substring(end.unicodeScalars.drop { $0 == " " }))
        }
        throw ConnectionError(.cannotConnect, "cannot connect to \(address): \(reason)")
    }

    deinit {
        dbus_connection_close(raw)
        dbus_connection_unref(raw)
    }

    /// Adds what to wait for.
    func collect(into descriptors: inout [pollfd]) {
        watches.collect(into: &descriptors)
        if batch?.isStuck == true { descriptors.append(pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)) }
    }

    /// Reads what has arrived, and has libdbus write. `ready` has the entries of ``collect(into:)``. Returns false when what has arrived is no message.
    func handle(_ ready: ArraySlice<pollfd>) -> Bool {
        guard let stream, isAuthenticated else {
            watches.handle(ready)
            readOn()
            return true
        }
        var readByLibdbus = true
        if ready.contains(where: { $0.revents & ~Int16(POLLOUT) != 0 }) {
            switch stream.read(from: socket) {
            case .read: readByLibdbus = false
            case .ended: break
            case .broken: return false
            }
        } else {
            readByLibdbus = false
        }
        watches.handle(ready, except: readByLibdbus ? 0 : Int16(POLLIN))
        return true
    }

    /// libdbus reads 2 KiB at a time. The rest of a larger message that is there already is read at once, up to a size
    /// that holds up nobody else on the loop for long.
    private func readOn() {
        var turns = 0
        while turns < 64, dbus_connection_get_dispatch_status(raw) == DBUS_DISPATCH_COMPLETE, watches.readOn() {
            turns += 1
        }
    }

    private var socket: CInt {
        var socket: CInt = -1
        return dbus_connection_get_socket(raw, &socket) != 0 ? socket : -1
    }

    /// Lets so many bytes wait outside of this process for the other side to take them; nil is as many as at first.
    func limitUnread(_ bytes: Int?) {
        // It is for the sake of others, and goes without.
        _ = csystem_limit_unread(socket, bytes.map { CInt($0) } ?? usualUnread)
    }

    /// Whether the other side can be sent a message. Not every peer takes file descriptors, and libdbus refuses to send
    /// them without a reason.
    func takes(_ message: Message) -> Bool {
        dbus_message_contains_unix_fds(message.raw) == 0
            || dbus_connection_can_send_type(raw, cdbus_type_unix_fd()) != 0
    }

    /// Writes short messages together from now on. To be called once a bus has let this side in.
    mutating func startBatching() { if stream != nil { batch = MessageBatch() } }

    /// Queues a message; ``write()`` offers it to the socket. Returns its serial, nil when memory is short.
    func send(_ message: Message) -> UInt32? {
        let isSent = batch?.add(message, libdbus: raw) ?? (dbus_connection_send(raw, message.raw, nil) != 0)
        return isSent ? dbus_message_get_serial(message.raw) : nil
    }

    /// Writes what the socket takes, at once.
    func write() { batch?.write(libdbus: raw) }

    /// The next received message, or nil.
    func pop() -> Arrival? {
        stream?.pop() ?? dbus_connection_pop_message(raw).map { Arrival(readByLibdbus: Message(adopting: $0)) }
    }

    /// Whether the other side is known to be who it says, on both sides of a connection. It stays so after the end.
    var isAuthenticated: Bool { dbus_connection_get_is_authenticated(raw) != 0 }

    var isConnected: Bool { dbus_connection_get_is_connected(raw) != 0 }

    /// Whether something waits for the other side to take what was written before.
    var hasMessagesToSend: Bool { batch?.isStuck == true || dbus_connection_has_messages_to_send(raw) != 0 }
}
