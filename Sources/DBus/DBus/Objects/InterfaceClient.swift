/// A type for an interface of objects of other programs, with a function for each method. `dbus-codegen` makes them.
public protocol InterfaceClient: Hashable, Sendable {
    /// The name of the interface.
    static var interface: InterfaceName { get }
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy { get set }
    /// Makes a client that calls on a proxy for the interface.
    init(_ proxy: Proxy)
}

extension InterfaceClient {
    /// The same client, whose calls wait as long and ask for what is said here; nil leaves what it is.
    ///
    /// ```swift
    /// let manager = Login1Manager(bus, at: "/org/freedesktop/login1").with(options: .noAutoStart)
    /// ```
    public func with(timeout: Duration? = nil, options: CallOptions? = nil) -> Self {
        var client = self
        if let timeout { client.proxy.timeout = timeout }
        if let options { client.proxy.options = options }
        return client
    }
}
