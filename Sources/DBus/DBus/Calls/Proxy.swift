/// An interface of a remote object, with its methods, properties and signals.
///
/// A proxy is a value that only stores where to call. Making one does no I/O, and the first call shows whether the
/// object exists.
///
/// ```swift
/// let player = Proxy(bus, "org.example.Player", "/org/example/Player", "org.example.Player")
/// try await player.call("Play")
/// let volume: Double = try await player.get("Volume")
/// ```
public struct Proxy: Hashable, Sendable {
    /// The connection for calls.
    public let connection: Connection
    /// The interface to call.
    public let remote: RemoteInterface
    /// The default time that calls wait for their reply.
    public var timeout: Duration = Connection.defaultTimeout
    /// The default options of calls, for the bus and for the other side.
    public var options: CallOptions = []

    /// The bus name to call; nil for a peer.
    public var destination: BusName? { remote.destination }
    /// The object.
    public var path: ObjectPath { remote.path }
    /// The interface of the object.
    public var interface: InterfaceName { remote.interface }

    /// Makes a proxy for an interface.
    ///
    /// - Parameters:
    ///   - connection: the connection for calls.
    ///   - remote: the interface to call.
    public init(_ connection: Connection, _ remote: RemoteInterface) {
        self.connection = connection
        self.remote = remote
    }

    /// Makes a proxy for an interface.
    ///
    /// - Parameters:
    ///   - connection: the connection for calls.
    ///   - destination: the bus name to call; nil for a peer.
    ///   - path: the object.
    ///   - interface: the interface of the object.
    public init(_ connection: Connection, _ destination: BusName?, _ path: ObjectPath, _ interface: InterfaceName) {
        self.init(connection, RemoteInterface(destination, path, interface))
    }

    /// Whether both call the same interface on the same connection.
    public static func == (left: Proxy, right: Proxy) -> Bool {
        left.connection === right.connection && left.remote == right.remote
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(connection))
        hasher.combine(remote)
    }

    // MARK: Methods

    /// Calls a method and returns its results as a tuple. Throws the errors of `Connection.call`.
    @_disfavoredOverload
    public func call<each Argument: DBusArgument, each Result: DBusType>(
        _ member: MemberName, timeout: Duration? = nil, options: CallOptions? = nil,
        _ arguments: repeat each Argument
    ) async throws -> (repeat each Result)
    where repeat (each Argument).Wire: DBusWireType {
        try await connection.call(
            remote, member, timeout: timeout ?? self.timeout, options: options ?? self.options, repeat each arguments)
    }

    /// Calls a method that has one result.
    public func call<each Argument: DBusArgument, Result: DBusType>(
        _ member: MemberName, timeout: Duration? = nil, options: CallOptions? = nil,
        _ arguments: repeat each Argument
    ) async throws -> Result
    where repeat (each Argument).Wire: DBusWireType {
        try await connection.call(
            remote, member, timeout: timeout ?? self.timeout, options: options ?? self.options, repeat each arguments)
    }

    /// Calls a method, and returns its results with the position of the reply. Several results are a tuple; zero
    /// results are `Void`.
    @_disfavoredOverload
    public func call<each Argument: DBusArgument, each Result: DBusType>(
        _ member: MemberName, timeout: Duration? = nil, options: CallOptions? = nil,
        _ arguments: repeat each Argument
    ) async throws -> Reply<(repeat each Result)>
    where repeat (each Argument).Wire: DBusWireType {
        try await connection.call(
            remote, member, timeout: timeout ?? self.timeout, options: options ?? self.options, repeat each arguments)
    }

    /// Calls a method that has one result, and returns the result with the position of the reply.
    public func call<each Argument: DBusArgument, Result: DBusType>(
        _ member: MemberName, timeout: Duration? = nil, options: CallOptions? = nil,
        _ arguments: repeat each Argument
    ) async throws -> Reply<Result>
    where repeat (each Argument).Wire: DBusWireType {
        try await connection.call(
            remote, member, timeout: timeout ?? self.timeout, options: options ?? self.options, repeat each arguments)
    }

    /// Calls a method and waits until it is done. Ignores its results.
    public func call<each Argument: DBusArgument>(
        _ member: MemberName, timeout: Duration? = nil, options: CallOptions? = nil,
        _ arguments: repeat each Argument
    ) async throws
    where repeat (each Argument).Wire: DBusWireType {
        try await connection.call(
            remote, member, timeout: timeout ?? self.timeout, options: options ?? self.options, repeat each arguments)
    }

    /// Calls a method without requesting a reply, and returns without waiting; see
    /// ``Connection/callWithoutReply(_:_:options:_:)``.
    public func callWithoutReply<each Argument: DBusArgument>(
        _ member: MemberName, options: CallOptions? = nil, _ arguments: repeat each Argument
    ) async throws
    where repeat (each Argument).Wire: DBusWireType {
        try await connection.callWithoutReply(remote, member, options: options ?? self.options, repeat each arguments)
    }

    // MARK: Properties

    /// Reads a property.
    ///
    /// - Throws: ``RemoteError`` when the property doesn't exist; ``ConnectionError`` when no reply arrives or it has
    ///   another type; otherwise the errors of a call.
    public func get<Value: DBusType>(_ property: MemberName, as type: Value.Type = Value.self) async throws -> Value {
        let subject = Subject(.property, interface, property, at: path, of: destination)
        do {
            let value: DBusValue = try await connection.call(
                destination, path: path, interface: .properties, "Get", timeout: timeout, options: options,
                interface.rawValue, property.rawValue)
            do { return try Value(variant: value) { connection.events.record($0, of: subject) } } catch {
                throw ConnectionError(.malformedReply, "\(error)")
            }
        } catch { throw subject.naming(error) }
    }

    /// Reads all properties of the interface into a ``DBusDictionary`` that declares the properties you need.
    ///
    /// - Throws: the errors of a call; ``ConnectionError`` also when a key has another type and is not
    ///   ``DBusKey/lenient``.
    public func getAll<Properties: DBusDictionary>(as type: Properties.Type) async throws -> Properties {
        try await connection.call(
            destination, path: path, interface: .properties, "GetAll", timeout: timeout, options: options,
            interface.rawValue)
    }

    /// Reads all properties of the interface.
    public func getAll() async throws -> [String: DBusValue] {
        try await connection.call(
            destination, path: path, interface: .properties, "GetAll", timeout: timeout, options: options,
            interface.rawValue)
    }

    /// Writes a property.
    ///
    /// - Throws: ``RemoteError`` when the property doesn't exist or is read-only.
    public func set<Value: DBusArgument>(_ property: MemberName, to value: Value) async throws
    where Value.Wire: DBusWireType {
        let subject = Subject(.property, interface, property, at: path, of: destination)
        do {
            try await connection.call(
                destination, path: path, interface: .properties, "Set", timeout: timeout, options: options,
                interface.rawValue, property.rawValue, try DBusValue(encoding: value))
        } catch { throw subject.naming(error) }
    }

    // MARK: Signals

    /// Returns the signals of the interface, or those with one name, as a sequence that ends with the connection.
    ///
    /// - Parameters:
    ///   - member: the name of the signals to receive; nil for all.
    ///   - bufferingPolicy: how to handle signals that wait to be read. The default keeps the newest 1,024;
    ///     ``SignalStream/dropped`` counts the dropped ones.
    public func signals(
        _ member: MemberName? = nil,
        bufferingPolicy: SignalStream.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> SignalStream {
        try await connection.signals(
            matching: MatchRule(sender: destination, path: path, interface: interface, member: member),
            bufferingPolicy: bufferingPolicy)
    }

    /// Returns the arguments of a declared signal of the object, as a sequence that ends with the connection.
    ///
    /// A signal whose arguments differ from its declaration is skipped and logged.
    ///
    /// ```swift
    /// for await amount in try await counter.signals(Counter.overflow) { print(amount) }
    /// ```
    ///
    /// - Parameters:
    ///   - signal: the signal to receive. Only its name is used; the interface is the interface of the proxy.
    ///   - bufferingPolicy: how to handle signals that wait to be read, as in
    ///     ``signals(_:bufferingPolicy:)->SignalStream``.
    public func signals<each Value: DBusType>(
        _ signal: SignalDescription<repeat each Value>,
        bufferingPolicy: SignalStream.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> TypedSignalStream<(repeat each Value)> {
        TypedSignalStream(try await signals(signal.name, bufferingPolicy: bufferingPolicy), connection.events) {
            [log = connection.events] in try $0.arguments(signal.arguments, log)
        }
    }

    /// Returns a declared signal of the object, as a sequence of elements that you make from its arguments.
    ///
    /// - Parameters:
    ///   - signal: the signal to receive. Only its name is used; the interface is the interface of the proxy.
    ///   - bufferingPolicy: how to handle signals that wait to be read.
    ///   - make: makes an element from the arguments, such as the initializer of a struct.
    public func signals<each Value: DBusType, Element>(
        _ signal: SignalDescription<repeat each Value>,
        bufferingPolicy: SignalStream.BufferingPolicy = .bufferingNewest(1024),
        as make: @escaping @Sendable (repeat each Value) -> Element
    ) async throws -> TypedSignalStream<Element> {
        TypedSignalStream(try await signals(signal.name, bufferingPolicy: bufferingPolicy), connection.events) {
            [log = connection.events] in
            let values: (repeat each Value) = try $0.arguments(signal.arguments, log)
            return make(repeat each values)
        }
    }
}

extension DBusType {
    /// Reads a value from a variant. For ``DBusValue``, this is the variant itself.
    ///
    /// - Throws: ``UnmarshallingError`` when the variant holds another type.
    public init(variant value: DBusValue) throws(UnmarshallingError) {
        try self.init(variant: value) { _ in }
    }

    /// - Parameter skipped: called with the keys that were skipped.
    init(variant value: DBusValue, skipped: ([UnmarshallingError]) -> Void) throws(UnmarshallingError) {
        let values: EncodedValues
        do {
            values = try Self.self == DBusValue.self ? EncodedValues(value) : EncodedValues(bare: value)
        } catch {
            throw UnmarshallingError(expected: Self.signature.rawValue, found: "\(error)")
        }
        self = try values.read { (reader) throws(UnmarshallingError) in
            let value = try Self(from: &reader)
            skipped(reader.skipped)
            return value
        }
    }
}

extension DBusValue {
    /// Encodes a value as a value of run-time type.
    ///
    /// - Throws: ``MarshallingError`` when it can't be sent.
    public init<Value: DBusArgument>(encoding value: Value) throws(MarshallingError)
    where Value.Wire: DBusWireType {
        let values = try EncodedValues(value)
        do {
            self = try values.read { (reader) throws(UnmarshallingError) in
                try Value.self == DBusValue.self ? DBusValue(from: &reader) : DBusValue(bareFrom: &reader)
            }
        } catch {
            throw MarshallingError("a value contradicts its signature \(Value.signature): \(error)")
        }
    }
}
