/// The call that a handler answers: who called what.
public struct MethodCall: Sendable {
    /// The connection the call came in on.
    public let connection: Connection
    /// The unique name of the caller; nil with a peer.
    public let sender: BusName?
    public let path: ObjectPath
    /// The interface of the method, also when the caller named none.
    public internal(set) var interface: InterfaceName
    public let member: MemberName
    /// Whether the caller waits for a reply.
    public let expectsReply: Bool
    let serial: UInt32
}
