/// All properties of an interface of an object, as they are now.
///
/// ```swift
/// let player = try await Proxy(bus, "org.example.Player", "/org/example/Player", "org.example.Player").properties()
/// let volume = await player.value("Volume", as: Double.self)
/// ```
///
/// They are read once, and followed from there: changes, properties that are invalidated (these are read anew), the object
/// or its interface going and coming where an object manager tells of it, and other owners of the name. No change is
/// missed, and none is undone by one that came before it.
///
/// It lives on the thread of its connection: from there it is read synchronously with `assumeIsolated`, from elsewhere
/// with `await`. It follows as long as it, or a sequence of it, is there.
public actor PropertyCache {
    /// The interface.
    public nonisolated let proxy: Proxy
    private let follower: ObjectFollower

    public nonisolated var unownedExecutor: UnownedSerialExecutor { proxy.connection.unownedExecutor }

    fileprivate init(_ proxy: Proxy, _ follower: ObjectFollower) {
        self.proxy = proxy
        self.follower = follower
    }

    /// All properties as they are now; nil while there is no such object, nobody to ask, or a ``failure``.
    public var values: [String: DBusValue]? { follower.assumeIsolated { $0.state.properties(of: proxy) } }

    /// Why the properties could not be read; nil when they are, and when nobody has the name. The log is told.
    ///
    /// A ``RemoteError`` of the name ``ErrorName/unknownObject``, ``ErrorName/unknownInterface`` or
    /// ``ErrorName/unknownMethod`` says that there is no such object now. They are read again when a signal tells that
    /// they are there; and, when there was no such thing or nobody has answered, after 0.1, 0.3, 1, 3, 10 and 30 seconds
    /// more.
    public var failure: (any Error)? { follower.assumeIsolated { $0.state.failure } }

    /// A property as it is now; nil when there is none of that name and type.
    public func value<Value: DBusType>(_ property: MemberName, as type: Value.Type = Value.self) -> Value? {
        values?[property.rawValue].flatMap { try? Value(variant: $0) }
    }

    /// All properties as a dictionary type; nil while there is no such object.
    ///
    /// A key of another type counts as absent, and the log is told.
    public func values<Properties: DBusDictionary>(as type: Properties.Type) -> Properties? {
        values.map { follower.skipped.read($0, of: proxy.interface, at: proxy.path) }
    }

    /// The properties now, then at each change, as a sequence that ends with the connection.
    ///
    /// - Parameter bufferingPolicy: what happens to changes that nobody has taken yet. The default keeps all of them.
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

    /// The properties as a dictionary type now, and whenever one of its keys changes; nil while there is no such object. A
    /// sequence that ends with the connection.
    ///
    /// A key of another type counts as absent, and the log is told.
    ///
    /// - Parameters:
    ///   - type: what the properties are read as.
    ///   - bufferingPolicy: what happens to what nobody has taken yet. The default keeps the newest.
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

/// What has changed of the properties of an interface.
public struct PropertyChange: Hashable, Sendable {
    /// All properties as they are now; nil when there is no such object any more, or nobody to ask.
    public let values: [String: DBusValue]?
    /// Which properties are new, gone, or have another value. None when there is no such object any more.
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
    /// The properties of an interface; nil when there is none.
    fileprivate func properties(of proxy: Proxy) -> [String: DBusValue]? {
        objects[proxy.path]?.interfaces[proxy.interface]
    }
}

extension Optional where Wrapped: Equatable {
    /// Takes a value, and returns whether it is another one than before.
    fileprivate mutating func replace(with value: Wrapped) -> Bool {
        if self == value { return false }
        self = value
        return true
    }
}

extension Proxy {
    /// Reads all properties of the interface, and follows them.
    ///
    /// It returns when they are known, or could not be read: then ``PropertyCache/values`` is nil, and
    /// ``PropertyCache/failure`` tells why. It starts no service; a call does, such as ``get(_:as:)``.
    ///
    /// - Throws: ``ConnectionError`` when the connection is closed; `CancellationError`.
    public func properties() async throws -> PropertyCache {
        let follower = ObjectFollower(self)
        try await follower.start()
        try await follower.settled()
        return PropertyCache(self, follower)
    }

    /// The value of a property now, and whenever it changes, as a sequence.
    ///
    /// The current value comes first, and nothing between it and the first change is missed. A change that comes without
    /// the value (`invalidates`) has it read. When the destination gets a new owner the value is read anew; while it has
    /// no owner, and when the property cannot be read or has another type, the value is nil. The log is told of what cannot
    /// be read; when nobody has answered, or there was no such object, it is tried again as ``PropertyCache/failure`` says.
    /// Where an object manager tells that the object or its interface goes and comes (`InterfacesRemoved`,
    /// `InterfacesAdded`), the value is nil meanwhile. Equal values in a row are told once. The sequence ends with the
    /// connection, and when its task is cancelled. It starts no service.
    ///
    /// It reads all properties of the interface; who follows several of them does it once with ``properties()``.
    ///
    /// - Parameters:
    ///   - property: its name.
    ///   - type: what it is read as.
    ///   - bufferingPolicy: what happens to values that nobody has taken yet. The default keeps the newest.
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

    /// Reads a property; nil when it has another type, and then the log is told.
    private func decode<Value: DBusType>(_ value: DBusValue, _ property: MemberName) -> Value? {
        let subject = Subject(.property, interface, property, at: path, of: destination)
        do {
            return try Value(variant: value) { connection.events.tell($0, of: subject) }
        } catch {
            let error = subject.naming(ConnectionError(.malformedReply, "\(error)"))
            connection.events.tell(
                ConnectionEvent(.propertyUnreadable, .warning, "\(error)", subject: subject, error: error))
            return nil
        }
    }
}
