/// A type for an interface of objects of other programs, with a function for each method. `dbus-codegen` makes them.
public protocol InterfaceClient: Hashable, Sendable {
    /// The name of the interface.
    static var interface: InterfaceName { get }
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy { get set }
    /// Makes a client that calls on a proxy for the interface.
    init(_ proxy: Proxy)
}
