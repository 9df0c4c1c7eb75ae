/// Who is behind a connection, as the bus knows it. D-Bus specification, "org.freedesktop.DBus.GetConnectionCredentials".
public struct Credentials: Hashable, Sendable {
    /// The user's id; nil where the bus does not know.
    public let userID: UInt32?
    /// The process id. It may belong to another process once this one has ended; see ``processDescriptor``.
    public let processID: UInt32?
    /// A pidfd of the process, which never means another one; nil with a bus that is too old (before dbus 1.16).
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
    /// Asks the bus who is behind a name.
    ///
    /// - Throws: ``RemoteError`` `NameHasNoOwner` when nobody is.
    public func credentials(of name: BusName) async throws -> Credentials {
        let values: [String: DBusValue] = try await call(
            .bus, "GetConnectionCredentials", name.rawValue)
        return Credentials(values)
    }
}

extension MethodCall {
    /// Asks the bus who called. For an asynchronous handler; a unique name never changes hands, so that a service which
    /// asks often may keep the answer until that name vanishes.
    ///
    /// - Throws: ``RemoteError`` when the caller has left; ``ConnectionError`` with a peer, where nobody can be asked.
    public func credentials() async throws -> Credentials {
        guard let sender else { throw ConnectionError(.malformedReply, "a peer's call has no sender to ask for") }
        return try await connection.credentials(of: sender)
    }
}
