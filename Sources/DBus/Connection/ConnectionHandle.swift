internal import CDBus
internal import CSystem
internal import Glibc

/// The one owner of a private libdbus connection, and the watches libdbus has on its socket.
///
/// All of it is used on one thread, the loop's, so libdbus never needs its wake-up or dispatch callbacks, and a watch
/// callback only notes what changed. No libdbus timeouts are needed either: only its own pending calls set them, and
/// calls wait in ``PendingReplies`` instead. The connection is closed, then released, exactly once: libdbus ends the
/// process when an open private connection is released.
struct ConnectionHandle: ~Copyable {
    let raw: OpaquePointer
    let watches: Watches

    /// The watches that exist at the moment, by pointer. A pointer is dead once libdbus has removed it.
    final class Watches {
        var all: [OpaquePointer] = []

        /// Adds what to wait for. A watch may be there and disabled.
        func collect(into descriptors: inout [pollfd]) {
            for watch in all {
                var events: Int16 = 0
                if dbus_watch_get_enabled(watch) != 0 {
                    let flags = dbus_watch_get_flags(watch)
                    if flags & DBUS_WATCH_READABLE.rawValue != 0 { events |= Int16(POLLIN) }
                    if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events |= Int16(POLLOUT) }
                }
                // A disabled watch keeps its place with a descriptor that `poll` passes over.
                let descriptor = events == 0 ? -1 : dbus_watch_get_unix_fd(watch)
                descriptors.append(pollfd(fd: descriptor, events: events, revents: 0))
            }
        }
    }

    /// Connects to a server address. It blocks while the socket connects.
    static func connect(to address: String) throws(ConnectionError) -> ConnectionHandle {
        let handle = ConnectionHandle(owning: try open(address))
        guard handle.installWatches() else { throw ConnectionError(.cannotConnect, "libdbus has no memory left") }
        return handle
    }

    private func installWatches() -> Bool {
        let data = Unmanaged.passRetained(watches).toOpaque()
        return dbus_connection_set_watch_functions(
            raw,
            { watch, data in
                guard let watch, let data else { return 1 }
                Unmanaged<Watches>.fromOpaque(data).takeUnretainedValue().all.append(watch)
                return 1
            },
            { watch, data in
                guard let watch, let data else { return }
                Unmanaged<Watches>.fromOpaque(data).takeUnretainedValue().all.removeAll { $0 == watch }
            },
            nil,  // toggled: whether a watch is enabled is asked before each wait
            data,
            { data in data.map { Unmanaged<Watches>.fromOpaque($0).release() } }) != 0
    }

    private init(owning raw: OpaquePointer) {
        self.raw = raw
        watches = Watches()
        // Never let the end of the bus end the process: the owner hears of it, and decides.
        dbus_connection_set_exit_on_disconnect(raw, 0)
    }

    private static func open(_ address: String) throws(ConnectionError) -> OpaquePointer {
        if address.utf8.contains(0) {
            throw ConnectionError(.cannotConnect, "the address \(address.debugDescription) contains a NUL character")
        }
        var error = cdbus_error_init()
        if let raw = dbus_connection_open_private(address, &error) { return raw }
        defer { dbus_error_free(&error) }
        throw ConnectionError(.cannotConnect, "cannot connect to \(address): \(text(error.message) ?? "no reason")")
    }

    deinit {
        dbus_connection_close(raw)
        dbus_connection_unref(raw)
    }

    /// Lets libdbus read and write. `ready` has one entry for each watch that ``Watches/collect(into:)`` saw.
    func handle(_ ready: ArraySlice<pollfd>) {
        for (watch, entry) in zip(watches.all, ready) where entry.revents != 0 {
            // Handling one watch may remove another.
            guard watches.all.contains(watch) else { continue }
            var flags: UInt32 = 0
            if entry.revents & Int16(POLLIN) != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
            if entry.revents & Int16(POLLOUT) != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
            if entry.revents & Int16(POLLERR) != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
            // A socket that was closed under libdbus counts as hung up, or it would be "ready" for ever.
            if entry.revents & Int16(POLLHUP | POLLNVAL) != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
            // It returns false when memory is short; the level-triggered wait brings it back here.
            _ = dbus_watch_handle(watch, flags)
        }
    }

    /// Queues a message, and writes what the socket takes at once. Returns its serial, nil when memory is short.
    func send(_ message: Message) -> UInt32? {
        var serial: UInt32 = 0
        return dbus_connection_send(raw, message.raw, &serial) != 0 ? serial : nil
    }

    /// The next received message, or nil.
    func pop() -> Message? { dbus_connection_pop_message(raw).map { Message(adopting: $0) } }

    var isConnected: Bool { dbus_connection_get_is_connected(raw) != 0 }

    var hasMessagesToSend: Bool { dbus_connection_has_messages_to_send(raw) != 0 }
}
