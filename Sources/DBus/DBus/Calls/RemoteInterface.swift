/// An interface of a remote object: the target of a call without the method.
///
/// It is a value without a connection, so it can be a constant:
///
/// ```swift
/// extension RemoteInterface {
///     static let player = RemoteInterface("org.example.Player", "/org/example/Player", "org.example.Player")
/// }
///
/// try await bus.call(.player, "Play")
/// ```
///
/// A ``Proxy`` adds a connection.
public struct RemoteInterface: Hashable, Sendable {
    /// The bus name to call; nil for a peer.
    public var destination: BusName?
    /// The object.
    public var path: ObjectPath
    /// The interface of the object.
    public var interface: InterfaceName

    /// - Parameters:
    ///   - destination: the bus name to call; nil for a peer.
    ///   - path: the object.
    ///   - interface: the interface of the object.
    public init(_ destination: BusName?, _ path: ObjectPath, _ interface: InterfaceName) {
        self.destination = destination
        self.path = path
        self.interface = interface
    }

    /// The message bus itself. D-Bus specification, "Message Bus Messages", lists its methods.
    public static let bus = RemoteInterface(.bus, .bus, .bus)
}
