/// The objects of another program that has an object manager, with all their interfaces and properties, as they are now.
///
/// ```swift
/// let bluetooth = try await ObjectManagerClient.open(bus, "org.bluez", at: "/")
/// for object in await bluetooth.objects(with: "org.bluez.Device1") {
///     print(object.value("Alias", of: "org.bluez.Device1", as: String.self) ?? "")
/// }
/// ```
///
/// They are listed once, and followed from there: objects and interfaces that come and go, properties that change, and
/// other owners of the name. No change is missed, and none is undone by one that came before it.
///
/// It lives on the thread of its connection: from there it is read synchronously with `assumeIsolated`, from elsewhere
/// with `await`. It follows as long as it, or a sequence of it, is there.
///
/// D-Bus specification, "org.freedesktop.DBus.ObjectManager".
public actor ObjectManagerClient {
    /// The object manager. The timeout and the options of its calls are those of the proxies and clients of its objects.
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
    /// It returns when the objects are listed, or it is known that nobody has the name. A service that does not run is
    /// started, unlike by ``Proxy/properties()``, which only looks; and for a few seconds it may have no object manager.
    ///
    /// - Parameters:
    ///   - connection: what is asked on.
    ///   - destination: who is asked; nil with a peer.
    ///   - path: the object manager.
    ///   - timeout: how long calls wait for their reply.
    ///   - options: what calls ask of the bus. With ``CallOptions/noAutoStart`` a service that does not run is not started.
    /// - Throws: ``RemoteError`` when the other program has no object manager there; ``ConnectionError`` when it does not
    ///   answer, or the connection is closed; `CancellationError`.
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
    /// The first call brings the events that ``events(bufferingPolicy:)`` starts with, each later call those of one message.
    /// The handler runs on the thread of the connection, between the signals before and after that message.
    ///
    /// It returns before the objects are listed. If they can't be listed, the handler gets an
    /// ``ObjectEvent/failureChanged(_:)``, and they are listed again as ``failure`` says. Following ends when the client is
    /// released.
    ///
    /// - Parameters:
    ///   - connection: the connection to follow on.
    ///   - destination: the name of the other program; nil with a peer.
    ///   - path: the object manager.
    ///   - included: an interface of the object manager's own object, which object managers don't list. It is followed too;
    ///     its ``ObjectEvent/added(_:_:)`` comes after those of the listed objects.
    ///   - timeout: how long calls wait for their reply.
    ///   - options: the options of calls. With ``CallOptions/noAutoStart``, a service that isn't running isn't started.
    ///   - handler: gets the client, which already knows what the events say.
    /// - Throws: ``ConnectionError`` when the connection is closed; `CancellationError`.
    public static func follow(
        _ connection: Connection, _ destination: BusName?, at path: ObjectPath,
        including included: InterfaceName? = nil, timeout: Duration = Connection.defaultTimeout,
        options: CallOptions = [],
        handler: @escaping @Sendable (_ client: isolated ObjectManagerClient, _ events: [ObjectEvent]) -> Void
    ) async throws -> ObjectManagerClient {
        let client = ObjectManagerClient(connection, destination, path, timeout, options, including: included)
        await client.follower.listen { [weak client] _, events, _ in
            if !events.isEmpty { client?.assumeIsolated { handler($0, events) } }
        }
        try await client.follower.start(startsService: !options.contains(.noAutoStart))
        return client
    }

    // MARK: What there is

    /// All objects by their paths.
    public var objects: [ObjectPath: ManagedObject] { follower.assumeIsolated { $0.state.objects } }

    /// The objects that have an interface, by the order of their paths.
    public func objects(with interface: InterfaceName) -> [ManagedObject] {
        objects.values.filter { $0.interfaces[interface] != nil }.sorted { $0.path.rawValue < $1.path.rawValue }
    }

    /// Who has the name now; nil when that is nobody, and with a peer.
    public var owner: BusName? { follower.assumeIsolated { $0.state.owner } }

    /// Why the objects could not be listed; nil when they are, or nobody is there. The log is told.
    ///
    /// It is tried again when the object manager tells of a change. When nobody has answered, or there was no such object or
    /// interface, it is also tried after 0.1, 0.3, 1, 3, 10 and 30 seconds more.
    public var failure: (any Error)? { follower.assumeIsolated { $0.state.failure } }

    // MARK: What happens

    /// What there is, then what happens, as a sequence that ends with the connection.
    ///
    /// It begins with the owner of the name, on a bus, with the ``failure`` if there is one, and with an
    /// ``ObjectEvent/added(_:_:)`` for each object that is there. Who does what the events say therefore knows just the
    /// objects that ``objects`` has. Why it has ended tells ``Connection/closed``.
    ///
    /// - Parameter bufferingPolicy: what happens to events that nobody has taken yet. The default keeps all of them.
    public func events(
        bufferingPolicy: AsyncStream<ObjectEvent>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<ObjectEvent> {
        follower.assumeIsolated { $0.stream(bufferingPolicy) { _, events, _ in events } }
    }

    /// What an event tells of an interface of an object, as a dictionary type.
    ///
    /// A key of another type counts as absent, and the log is told.
    ///
    /// - Parameters:
    ///   - values: the properties, as an ``ObjectEvent`` has them.
    ///   - interface: whose properties they are.
    ///   - path: the object.
    ///   - type: what the properties are read as.
    public nonisolated func properties<Properties: DBusDictionary>(
        _ values: [String: DBusValue], of interface: InterfaceName, at path: ObjectPath,
        as type: Properties.Type = Properties.self
    ) -> Properties {
        follower.skipped.read(values, of: interface, at: path)
    }

    // MARK: Calling an object

    /// A proxy for an interface of an object, whether it is there or not.
    public nonisolated func proxy(_ path: ObjectPath, _ interface: InterfaceName) -> Proxy {
        var other = Proxy(proxy.connection, proxy.destination, path, interface)
        (other.timeout, other.options) = (proxy.timeout, proxy.options)
        return other
    }

    /// A generated client for an object, whether it is there or not.
    public nonisolated func client<Client: InterfaceClient>(_ type: Client.Type, at path: ObjectPath) -> Client {
        Client(proxy(path, Client.interface))
    }

    /// A generated client for each object that has its interface, by the order of their paths.
    public func clients<Client: InterfaceClient>(_ type: Client.Type) -> [Client] {
        objects(with: Client.interface).map { client(type, at: $0.path) }
    }
}
