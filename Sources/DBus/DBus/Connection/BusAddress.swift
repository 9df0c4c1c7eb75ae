internal import TodayCLibrary

/// The address of a bus or a peer.
public struct BusAddress: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable { case session, system, bus(String), peer(String), ssh(SSHDestination) }
    let kind: Kind

    /// The user's session bus: `DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`.
    public static let session = BusAddress(kind: .session)

    /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, else its standard socket.
    public static let system = BusAddress(kind: .system)

    /// Returns the address of a message bus, such as `unix:path=/tmp/bus`. D-Bus specification, "Server Addresses".
    public static func bus(_ address: String) -> BusAddress { BusAddress(kind: .bus(address)) }

    /// Returns the address of a program that listens without a bus, such as a ``PeerServer``.
    public static func peer(_ address: String) -> BusAddress { BusAddress(kind: .peer(address)) }

    /// Returns the address of the user's session bus on another machine. ssh(1) carries the messages.
    ///
    /// ```swift
    /// let bus = try await Connection.open(.ssh("user@nas"))
    /// let names: [String] = try await bus.call(.bus, "ListNames")
    /// ```
    ///
    /// Keys, jump hosts and aliases belong to `~/.ssh/config`. The other machine needs an SSH server and
    /// `systemd-stdio-bridge`, which comes with systemd. libdbus starts ssh by a `unixexec:` address.
    ///
    /// When the connection fails, ``ConnectionError/sshFailure`` has the reason. If the other machine no longer answers,
    /// the connection ends after about 15 seconds. File descriptors can't be sent.
    ///
    /// - Parameters:
    ///   - host: a host name, an IP address or an alias, optionally with a user before it and a port after it:
    ///     `user@nas:2222`. An IPv6 address with a port is in brackets: `[fe80::1]:22`. Each part can have letters,
    ///     digits and a few signs, so that it can't become an option of ssh or a part of a shell command.
    ///   - port: the port, if it isn't after the host.
    ///   - asking: whether ssh may ask the user on the terminal, for a password or about an unknown key. If so, it also
    ///     uses a connection that ssh shares (`ControlPath`), and Ctrl-C ends it; allow enough time for the answer in
    ///     ``Connection/open(_:on:timeout:prepare:)``. Otherwise, it fails instead (`BatchMode`).
    /// - Throws: ``InvalidNameError`` when the host is not valid.
    public static func ssh(
        _ host: String, port: UInt16? = nil, asking: Bool = false
    ) throws(InvalidNameError) -> BusAddress {
        BusAddress(kind: .ssh(try SSHDestination(host, port: port, asking: asking)))
    }

    /// The other machine of ``ssh(_:port:asking:)``, with its user and port; nil for other addresses.
    public var sshHost: String? { if case .ssh(let destination) = kind { destination.description } else { nil } }

    /// Whether a message bus is at the other end.
    var isBus: Bool { if case .peer = kind { false } else { true } }

    /// Returns the server address, from the environment where that decides.
    func resolved(
        _ environment: (String) -> String? = environment
    ) throws(ConnectionError) -> String {
        switch kind {
        case .bus(let address), .peer(let address): return address
        case .ssh(let destination): return destination.address(errors: "/dev/stderr")
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

    /// Returns the run of ssh that the address needs; nil for addresses of this machine.
    func makeSSHRun() throws(ConnectionError) -> SSHRun? {
        if case .ssh(let destination) = kind { try SSHRun(destination) } else { nil }
    }

    /// A hint for a failed connection, as the end of a sentence.
    var hint: String {
        switch kind {
        case .session: "; dbus-run-session COMMAND starts a session bus for a command"
        case .system: "; perhaps the system bus isn't running, as in most containers"
        case .bus, .peer, .ssh: ""
        }
    }

    public var description: String {
        switch kind {
        case .session: "the session bus"
        case .system: "the system bus"
        case .bus(let address): "the bus at \(address)"
        case .peer(let address): "the peer at \(address)"
        case .ssh(let destination): "the session bus of \(destination)"
        }
    }

    /// Escapes a value of an address: every character except `-0-9A-Za-z_/.\` becomes `%xx`.
    static func escape(_ value: String) -> String {
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
