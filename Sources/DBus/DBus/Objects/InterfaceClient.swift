/// A client type for an interface of remote objects, with a function for each method. `dbus-codegen` generates these
/// types.
public protocol InterfaceClient: Hashable, Sendable {
    /// The name of the interface.
    static var interface: InterfaceName { get }
    /// The proxy for its calls. Its `timeout` and `options` apply to all of them.
    var proxy: Proxy { get set }
    /// Makes a client that uses a proxy for the interface.
    init(_ proxy: Proxy)
}

extension InterfaceClient {
    /// Returns the same client with another timeout or other options for its calls; nil keeps the current value.
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
