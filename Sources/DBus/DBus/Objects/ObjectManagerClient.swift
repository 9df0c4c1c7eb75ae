/// The current objects of an object manager in another program, with all their interfaces and properties.
///
/// ```swift
/// let bluetooth = try await ObjectManagerClient.open(bus, "org.bluez", at: "/")
/// for object in await bluetooth.objects(with: "org.bluez.Device1").values {
///     print(object.value("Alias", of: "org.bluez.Device1", as: String.self) ?? "")
/// }
/// ```
///
/// It lists the objects once, then follows added and removed objects and interfaces, changed properties, and new owners
/// of the name. It doesn't miss a change, and an older message never overwrites a newer one.
///
/// It lives on the thread of its connection. Read it there synchronously with `assumeIsolated`, elsewhere with `await`.
/// It follows the objects as long as the client, or a sequence from it, exists.
///
/// D-Bus specification, "org.freedesktop.DBus.ObjectManager".
public actor ObjectManagerClient {
    /// The object manager. Proxies and clients of its objects use the same timeout and options.
    public nonisolated let proxy: Proxy
    private let follower: ObjectFollower

    public nonisolated var unownedExecutor: UnownedSerialExecutor { proxy.connection.unownedExecutor }

    private init(
        _ connection: Connection, _ destination: BusName?, _ path: ObjectPath, _ timeout: Duration,
        _ options: CallOptions, including included: InterfaceName? = nil
    ) {
        var proxy = Proxy(connection, destination, path, .objectManager)
        (proxy.timeout, proxy.options) = (timeout, options)
        self.proxy = proxy
        follower = ObjectFollower(proxy, including: included)
    }

    /// Lists the objects of an object manager, and follows them.
    ///
    /// It returns when the objects are listed, or when the name is known to have no owner. It starts a service that
    /// isn't running, and waits a few seconds for its object manager. In contrast, ``Proxy/properties()`` doesn't start
    /// a service.
    ///
    /// - Parameters:
    ///   - connection: the connection for calls.
    ///   - destination: the bus name of the other program; nil for a peer.
    ///   - path: the object manager.
    ///   - timeout: how long calls wait for their reply.
    ///   - options: the options of calls. With ``CallOptions/noAutoStart``, a service that isn't running is not
    ///     started.
    /// - Throws: ``RemoteError`` when the other program has no object manager at the path; ``ConnectionError`` when it
    ///   doesn't answer, or the connection is closed; `CancellationError`.
    public static func open(
        _ connection: Connection, _ destination: BusName?, at path: ObjectPath,
        timeout: Duration = Connection.defaultTimeout, options: CallOptions = []
    ) async throws -> ObjectManagerClient {
        let client = ObjectManagerClient(connection, destination, path, timeout, options)
        try await client.follower.start(startsService: !options.contains(.noAutoStart))
        try await client.follower.settled()
        if let failure = await client.failure { throw failure }
        return client
    }

    /// Follows the objects of an object manager, and calls a handler with the events.
    ///
    /// The first call of the handler has the events that ``events(bufferingPolicy:)`` starts with; each later call has
    /// the events of one message. The handler runs on the thread of the connection, in order with all other signals.
    ///
    /// It returns before the objects are listed. If they can't be listed, the handler gets an
    /// ``ObjectEvent/failureChanged(_:)``, and listing is retried as described for ``failure``. Following ends when the
    /// client is released.
    ///
    /// - Parameters:
    ///   - connection: the connection to follow on.
    ///   - destination: the name of the other program; nil with a peer.
    ///   - path: the object manager.
    ///   - included: an interface of the object manager's own object, which object managers don't list, to follow as
    ///     well. Its ``ObjectEvent/added(_:_:)`` comes after the events of the listed objects.
    ///   - timeout: how long calls wait for their reply.
    ///   - options: the options of calls. With ``CallOptions/noAutoStart``, a service that isn't running isn't started.
    ///   - handler: called with the client, which has already applied the events, and the events. You can omit it if
    ///     you use ``events(bufferingPolicy:)``.
    /// - Throws: ``ConnectionError`` when the connection is closed; `CancellationError`.
    public static func follow(
        _ connection: Connection, _ destination: BusName?, at path: ObjectPath,
        including included: InterfaceName? = nil, timeout: Duration = Connection.defaultTimeout,
        options: CallOptions = [],
        handler: @escaping @Sendable (_ client: isolated ObjectManagerClient, _ events: [ObjectEvent]) -> Void = {
            _, _ in
        }
    ) async throws -> ObjectManagerClient {
        let client = ObjectManagerClient(connection, destination, path, timeout, options, including: included)
        await client.follower.listen { [weak client] _, events, _ in
            if !events.isEmpty { client?.assumeIsolated { handler($0, events) } }
        }
        try await client.follower.start(startsService: !options.contains(.noAutoStart))
        return client
    }

    // MARK: State

    /// All objects by their paths.
    public var objects: [ObjectPath: ManagedObject] { follower.assumeIsolated { $0.state.objects } }

    /// Returns the objects that have an interface, by their paths.
    public func objects(with interface: InterfaceName) -> [ObjectPath: ManagedObject] {
        objects.filter { $0.value.interfaces[interface] != nil }
    }

    /// The current owner of the name; nil if it has none, and for a peer.
    public var owner: BusName? { follower.assumeIsolated { $0.state.owner } }

    /// The error of listing the objects; nil if they are listed, or the name has no owner. The error is logged.
    ///
    /// Listing is retried when the object manager reports a change. After a missing reply, or an unknown object or
    /// interface, it is also retried after 0.1, 0.3, 1, 3, 10 and 30 more seconds.
    public var failure: (any Error)? { follower.assumeIsolated { $0.state.failure } }

    // MARK: Events

    /// Returns the current state, then all changes, as a sequence that ends with the connection.
    ///
    /// On a bus, it begins with the owner of the name. Then follow the ``failure``, if it is set, and an
    /// ``ObjectEvent/added(_:_:)`` for each object. If you apply all events in order, you get exactly the objects of
    /// ``objects``. To find out why the sequence ended, use ``Connection/closed``.
    ///
    /// - Parameter bufferingPolicy: how to handle events that wait to be read. The default keeps all of them.
    public func events(
        bufferingPolicy: AsyncStream<ObjectEvent>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<ObjectEvent> {
        follower.assumeIsolated { $0.stream(bufferingPolicy) { _, events, _ in events } }
    }

    /// Returns the properties from an event about an object's interface, as a dictionary type.
    ///
    /// A key of another type is ignored and logged.
    ///
    /// - Parameters:
    ///   - values: the properties, from an ``ObjectEvent``.
    ///   - interface: the interface of the properties.
    ///   - path: the object.
    ///   - type: the type to read the properties as.
    public nonisolated func properties<Properties: DBusDictionary>(
        _ values: [String: DBusValue], of interface: InterfaceName, at path: ObjectPath,
        as type: Properties.Type = Properties.self
    ) -> Properties {
        follower.skipped.read(values, of: interface, at: path)
    }

    // MARK: Calling an object

    /// Returns a proxy for an interface of an object, whether or not the object exists.
    public nonisolated func proxy(_ path: ObjectPath, _ interface: InterfaceName) -> Proxy {
        var other = Proxy(proxy.connection, proxy.destination, path, interface)
        (other.timeout, other.options) = (proxy.timeout, proxy.options)
        return other
    }

    /// Returns a generated client for an object, whether or not the object exists.
    public nonisolated func client<Client: InterfaceClient>(_ type: Client.Type, at path: ObjectPath) -> Client {
        Client(proxy(path, Client.interface))
    }

    /// Returns a generated client for each object that has its interface, sorted by their paths.
    public func clients<Client: InterfaceClient>(_ type: Client.Type) -> [Client] {
        objects(with: Client.interface).keys.sorted { $0.rawValue < $1.rawValue }.map { client(type, at: $0) }
    }
}
