internal import CTodayDBus
internal import TodayCLibrary

/// The reason why a server can't listen at an address.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for people, without a period at the end.
    public let description: String
}

/// The only owner of a libdbus server, which accepts connections at an address.
///
/// Everything runs on one thread, the loop's. The server is disconnected, then released, exactly once: libdbus requires
/// the first before the second.
struct ServerHandle: ~Copyable {
    private let raw: OpaquePointer
    let watches = WatchSet()
    private let arrivals = Arrivals()

    /// References to connections that libdbus has accepted, and that wait to be taken over.
    private final class Arrivals {
        var all: [OpaquePointer] = []

        deinit {
            for raw in all {
                dbus_connection_close(raw)
                dbus_connection_unref(raw)
            }
        }
    }

    /// Listens at an address, with EXTERNAL as the only authentication mechanism.
    static func listen(at address: String) throws(ListenError) -> ServerHandle {
        let handle = ServerHandle(owning: try open(address))
        guard handle.install() else { throw ListenError(description: "libdbus has no memory left") }
        return handle
    }

    private init(owning raw: OpaquePointer) { self.raw = raw }

    private static func open(_ address: String) throws(ListenError) -> OpaquePointer {
        if address.utf8.contains(0) {
            throw ListenError(description: "the address \(address.quoted) contains a NUL character")
        }
        // EXTERNAL proves a user by the socket, which only sockets of one machine can.
        for entry in address.split(at: ";") where entry.hasPrefix("tcp:") || entry.hasPrefix("nonce-tcp:") {
            throw ListenError(
                description: "cannot listen at \(address): TCP can't authenticate clients; use an address "
                    + "such as unix:path=/run/user/1000/thing, which ssh -L forwards to other machines")
        }
        var error = cdbus_error_init()
        if let raw = dbus_server_listen(address, &error) { return raw }
        defer { dbus_error_free(&error) }
        throw ListenError(description: "cannot listen at \(address): \(text(error.message) ?? "unknown reason")")
    }

    private func install() -> Bool {
        let isRestricted = "EXTERNAL".withCString { name in
            var mechanisms: [UnsafePointer<CChar>?] = [name, nil]
            return dbus_server_set_auth_mechanisms(raw, &mechanisms) != 0
        }
        guard isRestricted else { return false }
        dbus_server_set_new_connection_function(
            raw,
            { _, connection, data in
                guard let connection, let data else { return }
                // Without a reference, libdbus closes it when this returns.
                Unmanaged<Arrivals>.fromOpaque(data).takeUnretainedValue().all.append(dbus_connection_ref(connection))
            },
            Unmanaged.passRetained(arrivals).toOpaque(),
            { data in data.map { Unmanaged<Arrivals>.fromOpaque($0).release() } })
        return watches.install { add, remove, data, free in
            dbus_server_set_watch_functions(raw, add, remove, nil, data, free)
        }
    }

    deinit {
        dbus_server_disconnect(raw)
        dbus_server_unref(raw)
    }

    /// The address for clients: the requested address, with its open parts filled in and the server's id.
    var address: String {
        guard let text = dbus_server_get_address(raw) else { return "" }
        defer { dbus_free(text) }
        return String(cString: text)
    }

    /// Takes over an accepted connection; nil if none waits, or memory is short.
    func nextArrival() -> ConnectionHandle? {
        arrivals.all.isEmpty ? nil : ConnectionHandle.adopt(arrivals.all.removeFirst())
    }
}
