internal import CTodayDBus
internal import CTodaySystem
internal import TodayCLibrary

/// The current watches of libdbus, by pointer. A pointer is invalid once libdbus has removed the watch.
///
/// libdbus adds, removes and toggles its watches while it holds the lock of their connection or server. So its
/// callbacks only record them here. Used only on the loop's thread.
final class WatchSet {
    private(set) var all: [OpaquePointer] = []

    /// Makes libdbus report its watches to this set. `install` passes on the callbacks, and returns false when out of
    /// memory.
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

    /// Adds the descriptors to wait for. A watch may exist and be disabled.
    func collect(into descriptors: inout [pollfd]) {
        for watch in all {
            var events: Int16 = 0
            if dbus_watch_get_enabled(watch) != 0 {
                let flags = dbus_watch_get_flags(watch)
                if flags & DBUS_WATCH_READABLE.rawValue != 0 { events |= Int16(POLLIN) }
                if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events |= Int16(POLLOUT) }
            }
            // A disabled watch keeps its index with a descriptor that `poll` ignores.
            let descriptor = events == 0 ? -1 : dbus_watch_get_unix_fd(watch)
            descriptors.append(pollfd(fd: descriptor, events: events, revents: 0))
        }
    }

    /// Makes libdbus read, write and accept. `ready` has one entry for each watch that ``collect(into:)`` saw. The
    /// events in `other` are not passed to libdbus.
    func handle(_ ready: ArraySlice<pollfd>, except other: Int16 = 0) {
        for (watch, entry) in zip(all, ready) where entry.revents & ~other != 0 {
            // Handling one watch may remove another.
            guard all.contains(watch) else { continue }
            var flags: UInt32 = 0
            if entry.revents & ~other & Int16(POLLIN) != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
            if entry.revents & Int16(POLLOUT) != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
            if entry.revents & Int16(POLLERR) != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
            // A socket that was closed without libdbus counts as hung up. Otherwise it would be ready forever.
            if entry.revents & Int16(POLLHUP | POLLNVAL) != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
            // It returns false when out of memory; the level-triggered wait then retries.
            _ = dbus_watch_handle(watch, flags)
        }
    }

    /// Makes libdbus read arrived data, without waiting. Returns false when nothing has arrived.
    func readArrived() -> Bool {
        for watch in all where dbus_watch_get_enabled(watch) != 0 {
            guard dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 else { continue }
            var first: UInt8 = 0
            let peeked = recv(dbus_watch_get_unix_fd(watch), &first, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
            return peeked > 0 && dbus_watch_handle(watch, DBUS_WATCH_READABLE.rawValue) != 0
        }
        return false
    }
}
