/// A snapshot of a remote object, from an ``ObjectManagerClient``.
public struct ManagedObject: Hashable, Sendable {
    /// The path of the object.
    public let path: ObjectPath
    /// Its interfaces, each with all its properties; at least one.
    public internal(set) var interfaces: [InterfaceName: [String: DBusValue]]
    /// Logs keys of another type.
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

    /// Returns a property; nil if the object has no property with that name and type.
    public func value<Value: DBusType>(
        _ property: MemberName, of interface: InterfaceName, as type: Value.Type = Value.self
    ) -> Value? {
        interfaces[interface]?[property.rawValue].flatMap { try? Value(variant: $0) }
    }

    /// Returns the properties of an interface as a dictionary type; nil if the object doesn't have this interface.
    ///
    /// A key of another type is ignored and logged.
    public func properties<Properties: DBusDictionary>(
        of interface: InterfaceName, as type: Properties.Type = Properties.self
    ) -> Properties? {
        interfaces[interface].map { skipped?.read($0, of: interface, at: path) ?? Properties(properties: $0) }
    }

    /// Returns a generated client for the object; nil if the object doesn't have its interface.
    ///
    /// - Parameters:
    ///   - type: the type of the client.
    ///   - manager: the manager of this object; the client uses its timeout and options.
    public func client<Client: InterfaceClient>(_ type: Client.Type, of manager: ObjectManagerClient) -> Client? {
        interfaces[Client.interface].map { _ in manager.client(type, at: path) }
    }
}

/// A change to the objects of another program; see ``ObjectManagerClient/events(bufferingPolicy:)``.
public enum ObjectEvent: Hashable, Sendable {
    /// The name of the other program has another owner, or no owner (nil). Before that, each object of the previous
    /// owner had a ``removed(_:_:)``.
    case ownerChanged(BusName?)
    /// The objects can't be listed; the value is the text of ``ObjectManagerClient/failure``. All known objects are
    /// removed. Nil means that listing succeeds again, or that the owner has changed.
    case failureChanged(String?)
    /// An object was added or has new interfaces: the new ones, each with all its properties.
    case added(ObjectPath, [InterfaceName: [String: DBusValue]])
    /// Interfaces were removed from an object. If it has no other interface, the object was removed.
    case removed(ObjectPath, Set<InterfaceName>)
    /// Properties of an object's interface have changed: all current properties, and the names of those that are new,
    /// removed, or have another value.
    case changed(ObjectPath, InterfaceName, values: [String: DBusValue], names: Set<String>)
}
