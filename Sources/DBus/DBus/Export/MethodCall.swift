/// The call that a handler answers: its caller and its target.
public struct MethodCall: Sendable {
    /// The connection on which the call arrived.
    public let connection: Connection
    /// The unique name of the caller; nil for a peer.
    public let sender: BusName?
    /// The object that was called.
    public let path: ObjectPath
    /// The interface of the method, even when the caller named none.
    public internal(set) var interface: InterfaceName
    /// The method.
    public let member: MemberName
    /// Whether the caller waits for a reply. If not, results and thrown errors are discarded.
    public let expectsReply: Bool
    /// Whether the service may ask the user for permission; see ``CallOptions/allowInteractiveAuthorization``.
    public let allowsInteractiveAuthorization: Bool
    let serial: UInt32
}
