internal import CTodayDBus
internal import CTodaySystem
internal import Glibc

/// The watches that libdbus has at the moment, by pointer. A pointer is dead once libdbus has removed it.
///
/// libdbus adds, removes and toggles its watches while it holds the lock of their connection or server, so that its
/// callbacks only note them here. On the loop's thread only.
final class WatchSet {
    private(set) var all: [OpaquePointer] = []

    /// Has libdbus tell this set of its watches. `install` passes the callbacks on, and returns false when memory is
    /// short.
    func install(
        _ install: (
            DBusAddWatchFunction, DBusRemoveWatchFunction, UnsafeMutableRawPointer, @escaping DBusFreeFunction
        ) -> dbus_bool_t
    ) -> Bool {
        install(
            { watch, data in
                guard let watch, let data else { return 1 }
                Unmanaged<WatchSet>.fromOpaque(data).takeUnretainedValue().all.append(watch)
                return 1
            },
            { watch, data in
                guard let watch, let data else { return }
                Unmanaged<WatchSet>.fromOpaque(data).takeUnretainedValue().all.removeAll { $0 == watch }
            },
            Unmanaged.passRetained(self).toOpaque(),
            { data in data.map { Unmanaged<WatchSet>.fromOpaque($0).release() } }) != 0
    }

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

    /// Lets libdbus read, write and accept. `ready` has one entry for each watch that ``collect(into:)`` saw; of the
    /// events in `other` it is not told.
    func handle(_ ready: ArraySlice<pollfd>, except other: Int16 = 0) {
        for (watch, entry) in zip(all, ready) where entry.revents & ~other != 0 {
            // Handling one watch may remove another.
            guard all.contains(watch) else { continue }
            var flags: UInt32 = 0
            if entry.revents & ~other & Int16(POLLIN) != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
            if entry.revents & Int16(POLLOUT) != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
            if entry.revents & Int16(POLLERR) != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
            // A socket that was closed under libdbus counts as hung up, or it would be "ready" for ever.
            if entry.revents & Int16(POLLHUP | POLLNVAL) != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
            // It returns false when memory is short; the level-triggered wait brings it back here.
            _ = dbus_watch_handle(watch, flags)
        }
    }

    /// Lets libdbus read what has arrived, without waiting. Returns false when there is nothing.
    func readOn() -> Bool {
        for watch in all where dbus_watch_get_enabled(watch) != 0 {
            guard dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 else { continue }
            var first: UInt8 = 0
            let peeked = recv(dbus_watch_get_unix_fd(watch), &first, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
            return peeked > 0 && dbus_watch_handle(watch, DBUS_WATCH_READABLE.rawValue) != 0
        }
        return false
    }
}
