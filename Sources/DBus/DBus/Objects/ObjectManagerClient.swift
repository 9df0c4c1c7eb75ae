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

    private init(_ proxy: Proxy, _ follower: ObjectFollower) {
        self.proxy = proxy
        self.follower = follower
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
        var proxy = Proxy(connection, destination, path, .objectManager)
        (proxy.timeout, proxy.options) = (timeout, options)
        let follower = ObjectFollower(proxy)
        try await follower.start(startsService: !options.contains(.noAutoStart))
        try await follower.settled()
        if let failure = await follower.state.failure { throw failure }
        return ObjectManagerClient(proxy, follower)
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
        let isBus = proxy.connection.uniqueName != nil
        return follower.assumeIsolated {
            $0.stream(bufferingPolicy) { state, events, isFirst in
                isFirst && isBus ? [.ownerChanged(state.owner)] + events : events
            }
        }
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
