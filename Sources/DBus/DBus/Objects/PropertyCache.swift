/// All current properties of an object's interface.
///
/// ```swift
/// let player = try await Proxy(bus, "org.example.Player", "/org/example/Player", "org.example.Player").properties()
/// let volume = await player.value("Volume", as: Double.self)
/// ```
///
/// It reads the properties once, then follows changes, invalidated properties (which it reads again), and new owners of
/// the name. If an object manager reports that the object or its interface is removed and added again, the cache
/// follows that too. It doesn't miss a change, and an older message never overwrites a newer one.
///
/// It lives on the thread of its connection. Read it there synchronously with `assumeIsolated`, elsewhere with `await`.
/// It follows the properties as long as the cache, or a sequence from it, exists.
public actor PropertyCache {
    /// The interface.
    public nonisolated let proxy: Proxy
    private let follower: ObjectFollower

    public nonisolated var unownedExecutor: UnownedSerialExecutor { proxy.connection.unownedExecutor }

    fileprivate init(_ proxy: Proxy, _ follower: ObjectFollower) {
        self.proxy = proxy
        self.follower = follower
    }

    /// All current properties; nil while the object doesn't exist, the name has no owner, or with a ``failure``.
    public var values: [String: DBusValue]? { follower.assumeIsolated { $0.state.properties(of: proxy) } }

    /// The error of reading the properties; nil if they are read, and while the name has no owner. The error is logged.
    ///
    /// A ``RemoteError`` named ``ErrorName/unknownObject``, ``ErrorName/unknownInterface`` or
    /// ``ErrorName/unknownMethod`` means that the object doesn't exist now. The properties are read again when a signal
    /// reports them. After such an error, or without a reply, they are also read again after 0.1, 0.3, 1, 3, 10 and 30
    /// more seconds.
    public var failure: (any Error)? { follower.assumeIsolated { $0.state.failure } }

    /// Returns the current value of a property; nil if no property has that name and type.
    public func value<Value: DBusType>(_ property: MemberName, as type: Value.Type = Value.self) -> Value? {
        values?[property.rawValue].flatMap { try? Value(variant: $0) }
    }

    /// Returns all properties as a dictionary type; nil while the object doesn't exist.
    ///
    /// A key of another type is ignored and logged.
    public func values<Properties: DBusDictionary>(as type: Properties.Type) -> Properties? {
        values.map { follower.skipped.read($0, of: proxy.interface, at: proxy.path) }
    }

    /// Returns the current properties, then every change, as a sequence that ends with the connection.
    ///
    /// - Parameter bufferingPolicy: how to handle changes that wait to be read. The default keeps all of them.
    public func changes(
        bufferingPolicy: AsyncStream<PropertyChange>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<PropertyChange> {
        let proxy = proxy
        return follower.assumeIsolated {
            $0.stream(bufferingPolicy) { state, events, isFirst in
                let values = state.properties(of: proxy)
                if isFirst { return [PropertyChange(values: values, names: Set((values ?? [:]).keys))] }
                return events.compactMap { PropertyChange($0, values) }
            }
        }
    }

    /// Returns the current properties as a dictionary type, then again whenever one of its keys changes; nil while the
    /// object doesn't exist. The sequence ends with the connection.
    ///
    /// A key of another type is ignored and logged.
    ///
    /// - Parameters:
    ///   - type: the type to read the properties as.
    ///   - bufferingPolicy: how to handle values that wait to be read. The default keeps the newest.
    public func updates<Properties: DBusDictionary>(
        as type: Properties.Type = Properties.self,
        bufferingPolicy: AsyncStream<Properties?>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Properties?> {
        let proxy = proxy
        let (names, told) = (Set(Properties.keys.map(\.name)), Locked<[String: DBusValue]??>(nil))
        let skipped = follower.skipped
        return follower.assumeIsolated {
            $0.stream(bufferingPolicy) { state, _, _ in
                let values = state.properties(of: proxy)?.filter { names.contains($0.key) }
                guard told.withLock({ $0.replace(with: values) }) else { return [] }
                return [values.map { skipped.read($0, of: proxy.interface, at: proxy.path) }]
            }
        }
    }
}

/// A change to the properties of an interface.
public struct PropertyChange: Hashable, Sendable {
    /// All current properties; nil if the object no longer exists, or the name has no owner.
    public let values: [String: DBusValue]?
    /// The names of properties that are new, removed, or have another value. Empty if the object no longer exists.
    public let names: Set<String>

    fileprivate init(values: [String: DBusValue]?, names: Set<String>) {
        self.values = values
        self.names = names
    }

    fileprivate init?(_ event: ObjectEvent, _ values: [String: DBusValue]?) {
        switch event {
        case .ownerChanged, .failureChanged: return nil
        case .added: self.init(values: values, names: Set((values ?? [:]).keys))
        case .removed: self.init(values: nil, names: [])
        case .changed(_, _, _, let names): self.init(values: values, names: names)
        }
    }
}

extension FollowedObjects {
    /// Returns the properties of an interface; nil if it doesn't exist.
    fileprivate func properties(of proxy: Proxy) -> [String: DBusValue]? {
        objects[proxy.path]?.interfaces[proxy.interface]
    }
}

extension Optional where Wrapped: Equatable {
    /// Replaces the value, and returns whether it changed.
    fileprivate mutating func replace(with value: Wrapped) -> Bool {
        if self == value { return false }
        self = value
        return true
    }
}

extension Proxy {
    /// Reads all properties of the interface, and follows them.
    ///
    /// It returns when the properties are known, or when reading fails: ``PropertyCache/values`` is then nil, and
    /// ``PropertyCache/failure`` has the reason. It doesn't start a service; a call such as ``get(_:as:)`` does.
    ///
    /// - Throws: ``ConnectionError`` when the connection is closed; `CancellationError`.
    public func properties() async throws -> PropertyCache {
        let follower = ObjectFollower(self)
        try await follower.start()
        try await follower.settled()
        return PropertyCache(self, follower)
    }

    /// Returns the current value of a property, then every change, as a sequence.
    ///
    /// The current value comes first, then every change after it. If a signal only invalidates the property, or the
    /// destination gets a new owner, the value is read again. The value is nil while the destination has no owner, and
    /// when the property can't be read or has another type.
    ///
    /// A failed read is logged. After a missing reply or an unknown object, reading is retried as described for
    /// ``PropertyCache/failure``. If an object manager reports that the object or its interface is removed and added
    /// again (`InterfacesRemoved`, `InterfacesAdded`), the value is nil in between. Equal consecutive values are
    /// emitted once. The sequence ends with the connection, and when its task is canceled. It doesn't start a service.
    ///
    /// It reads all properties of the interface; to follow several of them, use ``properties()`` once.
    ///
    /// - Parameters:
    ///   - property: its name.
    ///   - type: the type to read it as.
    ///   - bufferingPolicy: how to handle values that wait to be read. The default keeps the newest.
    public func observe<Value: DBusType & Equatable>(
        _ property: MemberName, as type: Value.Type = Value.self,
        bufferingPolicy: AsyncStream<Value?>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) async throws -> AsyncStream<Value?> {
        let (follower, told) = (ObjectFollower(self), Locked<Value??>(nil))
        let values = await follower.stream(bufferingPolicy) { state, _, _ in
            let value: Value? = state.properties(of: self)?[property.rawValue].flatMap { decode($0, property) }
            return told.withLock { $0.replace(with: value) } ? [value] : []
        }
        try await follower.start()
        return values
    }

    /// Decodes a property; nil when it has another type, which is logged.
    private func decode<Value: DBusType>(_ value: DBusValue, _ property: MemberName) -> Value? {
        let subject = Subject(.property, interface, property, at: path, of: destination)
        do {
            return try Value(variant: value) { connection.events.record($0, of: subject) }
        } catch {
            let error = subject.naming(ConnectionError(.malformedReply, "\(error)"))
            connection.events.record(
                ConnectionEvent(.propertyUnreadable, .warning, "\(error)", subject: subject, error: error))
            return nil
        }
    }
}
