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
    /// Asks the bus for the credentials of the connection that owns a name.
    ///
    /// - Throws: ``RemoteError`` `NameHasNoOwner` when the name has no owner.
    public func credentials(of name: BusName) async throws -> Credentials {
        let values: [String: DBusValue] = try await call(
            .bus, "GetConnectionCredentials", name.rawValue)
        return Credentials(values)
    }
}

extension MethodCall {
    /// Asks the bus for the caller's credentials. For use in an asynchronous handler. A unique name never changes its
    /// owner. So a service that asks often may cache the answer until that name vanishes.
    ///
    /// - Throws: ``RemoteError`` when the caller has left; ``ConnectionError`` with a peer, where no bus can answer.
    public func credentials() async throws -> Credentials {
        guard let sender else { throw ConnectionError(.malformedReply, "a call from a peer has no sender") }
        return try await connection.credentials(of: sender)
    }
}
