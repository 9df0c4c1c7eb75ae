internal import CTodayDBus
internal import CTodaySystem
internal import TodayCLibrary

/// The only owner of a private libdbus connection, and of libdbus's watches on its socket.
///
/// Everything runs on one thread, the loop's. So libdbus never needs its wake-up or dispatch callbacks, and a watch
/// callback only records the change. libdbus timeouts aren't needed either: only its own pending calls set them, and
/// calls wait in ``PendingReplies`` instead. The connection is closed, then released, exactly once: libdbus aborts the
/// process when an open private connection is released.
struct ConnectionHandle: ~Copyable {
    let raw: OpaquePointer
    let watches = WatchSet()
    /// The reader for a bus; for a peer, libdbus reads.
    let stream: MessageStream?
    /// The writer for a bus once it has authenticated this side; for a peer, libdbus writes.
    private var batch: MessageBatch?
    private let usualUnread: CInt

    /// Connects to a server address. Blocks while the socket connects.
    static func connect(to address: String, isBus: Bool = false) throws(ConnectionError) -> ConnectionHandle {
        guard let handle = adopt(try open(address), isBus: isBus) else {
            throw ConnectionError(.cannotConnect, "libdbus has no memory left")
        }
        return handle
    }

    /// Takes over the caller's reference to a private connection; nil when out of memory.
    static func adopt(_ raw: OpaquePointer, isBus: Bool = false) -> ConnectionHandle? {
        let handle = ConnectionHandle(owning: raw, isBus ? MessageStream() : nil)
        let isInstalled = handle.watches.install { add, remove, data, free in
            // Toggled watches need no callback: each wait checks whether a watch is enabled.
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
        // A lost bus must not exit the process: the owner gets an event, and decides.
        dbus_connection_set_exit_on_disconnect(raw, 0)
        // As many as can be sent: by default, libdbus ends the connection when a message has more than 16.
        dbus_connection_set_max_message_unix_fds(raw, CLong(MessageLimits.kernelDescriptors))
    }

    private static func open(_ address: String) throws(ConnectionError) -> OpaquePointer {
        if address.utf8.contains(0) {
            throw ConnectionError(.cannotConnect, "the address \(address.quoted) contains a NUL character")
        }
        var error = cdbus_error_init()
        if let raw = dbus_connection_open_private(address, &error) { return raw }
        defer { dbus_error_free(&error) }
        var reason = text(error.message) ?? "unknown reason"
        // The address already contains the socket.
        if reason.utf8.starts(with: "Failed to connect to socket ".utf8), let end = reason.split(at: ":").last {
            reason = String(Substring(end.unicodeScalars.drop { $0 == " " }))
        }
        throw ConnectionError(.cannotConnect, "cannot connect to \(address): \(reason)")
    }

    deinit {
        dbus_connection_close(raw)
        dbus_connection_unref(raw)
    }

    /// Adds the descriptors to wait for.
    ///
    /// - Parameter reading: whether to wait for messages; otherwise only for the end.
    func collect(into descriptors: inout [pollfd], reading: Bool = true) {
        let start = descriptors.count
        watches.collect(into: &descriptors)
        if !reading { for index in start..<descriptors.count { descriptors[index].events &= ~Int16(POLLIN) } }
        if batch?.isStuck == true { descriptors.append(pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)) }
    }

    /// Reads arrived data, and makes libdbus write. `ready` has the entries of ``collect(into:)``. Returns false when
    /// the data is not a message.
    func handle(_ ready: ArraySlice<pollfd>) -> Bool {
        guard let stream, isAuthenticated else {
            // At the end of the other side, libdbus reads the rest only with this.
            watches.handle(
                ready.map { entry in
                    let isAtEnd = entry.revents & Int16(POLLHUP) != 0
                    return isAtEnd
                        ? pollfd(fd: entry.fd, events: entry.events, revents: entry.revents | Int16(POLLIN)) : entry
                }[...])
            readArrived()
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

    /// libdbus reads 2 KiB at a time. If more of a larger message has arrived, this reads it now, up to a size that
    /// doesn't delay other users of the loop for long.
    private func readArrived() {
        var turns = 0
        while turns < 64, dbus_connection_get_dispatch_status(raw) == DBUS_DISPATCH_COMPLETE, watches.readArrived() {
            turns += 1
        }
    }

    private var socket: CInt {
        var socket: CInt = -1
        return dbus_connection_get_socket(raw, &socket) != 0 ? socket : -1
    }

    /// Limits how many bytes may wait outside of this process for the other side to read them; nil restores the initial
    /// limit.
    func limitUnread(_ bytes: Int?) {
        // A failure is harmless: the limit only benefits other connections.
        _ = csystem_limit_unread(socket, bytes.map { CInt($0) } ?? usualUnread)
    }

    /// Whether the other side accepts a message. Not every peer takes file descriptors, and libdbus then fails without
    /// a reason.
    func accepts(_ message: Message) -> Bool {
        dbus_message_contains_unix_fds(message.raw) == 0
            || dbus_connection_can_send_type(raw, cdbus_type_unix_fd()) != 0
    }

    /// Writes short messages together from now on. Call it once a bus has authenticated this side.
    mutating func startBatching() { if stream != nil { batch = MessageBatch() } }

    /// Queues a message; ``write()`` offers it to the socket. Returns its serial; nil when out of memory.
    func send(_ message: Message) -> UInt32? {
        let isSent = batch?.add(message, libdbus: raw) ?? (dbus_connection_send(raw, message.raw, nil) != 0)
        return isSent ? dbus_message_get_serial(message.raw) : nil
    }

    /// Writes as much as the socket accepts, immediately.
    func write() { batch?.write(libdbus: raw) }

    /// Removes and returns the next received message; nil if none has arrived.
    func pop() -> Arrival? {
        stream?.pop() ?? dbus_connection_pop_message(raw).map { Arrival(readByLibdbus: Message(adopting: $0)) }
    }

    /// Whether both sides have authenticated each other. Stays true after the end.
    var isAuthenticated: Bool { dbus_connection_get_is_authenticated(raw) != 0 }

    var isConnected: Bool { dbus_connection_get_is_connected(raw) != 0 }

    /// Whether written data still waits for the other side to read it.
    var hasMessagesToSend: Bool { batch?.isStuck == true || dbus_connection_has_messages_to_send(raw) != 0 }
}
