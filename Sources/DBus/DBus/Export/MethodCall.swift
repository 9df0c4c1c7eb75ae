/// The call that a handler answers: who called what.
public struct MethodCall: Sendable {
    /// The connection the call came in on.
    public let connection: Connection
    /// The unique name of the caller; nil with a peer.
    public let sender: BusName?
    /// The object that was called.
    public let path: ObjectPath
    /// The interface of the method, also when the caller named none.
    public internal(set) var interface: InterfaceName
    /// The method.
    public let member: MemberName
    /// Whether the caller waits for a reply. What a handler returns or throws goes nowhere otherwise.
    public let expectsReply: Bool
    /// Whether the caller may be kept waiting while the user is asked for permission;
    /// ``CallOptions/allowInteractiveAuthorization``.
    public let allowsInteractiveAuthorization: Bool
    let serial: UInt32
}
