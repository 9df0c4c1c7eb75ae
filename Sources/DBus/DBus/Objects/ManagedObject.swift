/// An object of another program as an ``ObjectManagerClient`` knows it: a value, of one moment.
public struct ManagedObject: Hashable, Sendable {
    /// Where it is.
    public let path: ObjectPath
    /// Its interfaces, each with all its properties; there is at least one.
    public internal(set) var interfaces: [InterfaceName: [String: DBusValue]]
    /// Tells the log of keys of another type.
    let skipped: SkippedKeys?

    init(path: ObjectPath, interfaces: [InterfaceName: [String: DBusValue]], skipped: SkippedKeys? = nil) {
        self.path = path
        self.interfaces = interfaces
        self.skipped = skipped
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.interfaces == right.interfaces
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(interfaces)
    }

    /// A property; nil when the object has none of that name and type.
    public func value<Value: DBusType>(
        _ property: MemberName, of interface: InterfaceName, as type: Value.Type = Value.self
    ) -> Value? {
        interfaces[interface]?[property.rawValue].flatMap { try? Value(variant: $0) }
    }

    /// The properties of an interface as a dictionary type; nil when the object has no such interface.
    ///
    /// A key of another type counts as absent, and the log is told.
    public func properties<Properties: DBusDictionary>(
        of interface: InterfaceName, as type: Properties.Type = Properties.self
    ) -> Properties? {
        interfaces[interface].map { skipped?.read($0, of: interface, at: path) ?? Properties(properties: $0) }
    }

    /// A generated client for the object; nil when the object has not its interface.
    ///
    /// - Parameters:
    ///   - type: the client.
    ///   - manager: whose object this is; the client has its timeout and options.
    public func client<Client: InterfaceClient>(_ type: Client.Type, of manager: ObjectManagerClient) -> Client? {
        interfaces[Client.interface].map { _ in manager.client(type, at: path) }
    }
}

/// What happens to the objects of another program; see ``ObjectManagerClient/events(bufferingPolicy:)``.
public enum ObjectEvent: Hashable, Sendable {
    /// The name of the other program has another owner; nil is nobody. All objects of the one before are gone: each was
    /// ``removed(_:_:)``.
    case ownerChanged(BusName?)
    /// What there is could not be listed, and why: the sentence of ``ObjectManagerClient/failure``. All objects that were
    /// known are removed. With nil it could be listed again, or the owner is another one.
    case failureChanged(String?)
    /// An object is there, or has more interfaces than before: those that are new, each with all its properties.
    case added(ObjectPath, [InterfaceName: [String: DBusValue]])
    /// An object has lost interfaces. When it has no other it is gone.
    case removed(ObjectPath, Set<InterfaceName>)
    /// An interface of an object has other properties than before: all of them as they are now, and the names of those that
    /// are new, gone, or have another value.
    case changed(ObjectPath, InterfaceName, values: [String: DBusValue], names: Set<String>)
}
