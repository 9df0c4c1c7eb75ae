internal import TodayCLibrary

/// The address of a bus or a peer.
public struct BusAddress: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable { case session, system, bus(String), peer(String) }
    let kind: Kind

    /// The user's session bus: `DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`.
    public static let session = BusAddress(kind: .session)

    /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, else its standard socket.
    public static let system = BusAddress(kind: .system)

    /// Returns the address of a message bus, such as `unix:path=/tmp/bus`. D-Bus specification, "Server Addresses".
    public static func bus(_ address: String) -> BusAddress { BusAddress(kind: .bus(address)) }

    /// Returns the address of a program that listens without a bus, such as a ``PeerServer``.
    public static func peer(_ address: String) -> BusAddress { BusAddress(kind: .peer(address)) }

    /// Whether a message bus is at the other end.
    var isBus: Bool { if case .peer = kind { false } else { true } }

    /// Returns the server address, from the environment where that decides.
    func resolved(
        _ environment: (String) -> String? = environment
    ) throws(ConnectionError) -> String {
        switch kind {
        case .bus(let address), .peer(let address): return address
        case .system:
            return environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/var/run/dbus/system_bus_socket"
        case .session:
            if let address = environment("DBUS_SESSION_BUS_ADDRESS") { return address }
            if let folder = environment("XDG_RUNTIME_DIR") { return "unix:path=" + Self.escape(folder + "/bus") }
            throw ConnectionError(
                .cannotConnect,
                "cannot find the session bus: DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR are not set "
                    + "(dbus-run-session COMMAND starts one)")
        }
    }

    /// A hint for a failed connection, as the end of a sentence.
    var hint: String {
        switch kind {
        case .session: "; dbus-run-session COMMAND starts a session bus for a command"
        case .system: "; perhaps the system bus isn't running, as in most containers"
        case .bus, .peer: ""
        }
    }

    public var description: String {
        switch kind {
        case .session: "the session bus"
        case .system: "the system bus"
        case .bus(let address): "the bus at \(address)"
        case .peer(let address): "the peer at \(address)"
        }
    }

    /// Escapes a value of an address: every character except `-0-9A-Za-z_/.\` becomes `%xx`.
    private static func escape(_ value: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            if Grammar.isLetter(byte) || Grammar.isDigit(byte) || "-/.\\".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Returns a variable of the environment; nil when it is unset or empty.
func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
}
