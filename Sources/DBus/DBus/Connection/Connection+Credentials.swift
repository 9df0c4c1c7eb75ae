/// The credentials of a connection, as the bus knows them. D-Bus specification,
/// "org.freedesktop.DBus.GetConnectionCredentials".
public struct Credentials: Hashable, Sendable {
    /// The user's id; nil if the bus doesn't know it.
    public let userID: UInt32?
    /// The process id. Once the process has ended, another one may reuse it; see ``processDescriptor``.
    public let processID: UInt32?
    /// A pidfd of the process, which never refers to another process; nil if the bus is too old (before dbus 1.16).
    public let processDescriptor: UnixFileDescriptor?
    /// The label of a security module such as SELinux, without its closing NUL.
    public let securityLabel: [UInt8]?

    init(_ values: [String: DBusValue]) {
        if case .uint32(let value)? = values["UnixUserID"] { userID = value } else { userID = nil }
        if case .uint32(let value)? = values["ProcessID"] { processID = value } else { processID = nil }
        if case .fileDescriptor(let value)? = values["ProcessFD"] {
            processDescriptor = value
        } else {
            processDescriptor = nil
        }
        if case .bytes(let value)? = values["LinuxSecurityLabel"] {
            securityLabel = value.last == 0 ? value.dropLast() : value
        } else {
            securityLabel = nil
        }
    }
}

extension Connection {
    /// Returns the credentials of the connection that owns a name, as reported by the bus.
    ///
    /// - Throws: ``RemoteError`` `NameHasNoOwner` when the name has no owner.
    public func credentials(of name: BusName) async throws -> Credentials {
        let values: [String: DBusValue] = try await call(
            .bus, "GetConnectionCredentials", name.rawValue)
        return Credentials(values)
    }
}

extension MethodCall {
    /// Returns the caller's credentials, as reported by the bus. Use it in an asynchronous handler. A unique name never
    /// changes its owner, so a service can cache the result until the name disappears.
    ///
    /// - Throws: ``RemoteError`` when the caller has left; ``ConnectionError`` for a peer, because only a bus reports
    ///   credentials.
    public func credentials() async throws -> Credentials {
        guard let sender else { throw ConnectionError(.malformedReply, "a call from a peer has no sender") }
        return try await connection.credentials(of: sender)
    }
}
