public import DBus

/// The provider of a widget's content.
public enum ProviderKind: Hashable, Sendable {
    /// No provider: apps push all content, and the widget is never due.
    case none
    /// The connection that registered the widget, at this object.
    case callingConnection(ObjectPath)
    /// The owner of a well-known name; if the name has no owner, the bus starts one.
    case bus(BusName, ObjectPath)
    /// A process that the center starts with this command line; the process then acquires the name.
    case exec(command: String, BusName, ObjectPath)
}

extension WidgetDefinition {
    /// Returns the provider of the widget `identifier` by the contract's rules: `Exec` without `BusName` owns the
    /// identifier, and `ObjectPath` defaults to the name as a path. Further instances are objects below that path.
    public func provider(for identifier: WidgetIdentifier) -> ProviderKind {
        func object(_ path: ObjectPath) -> ObjectPath { path.ofInstance(identifier.instance) }
        switch (exec, busName, objectPath) {
        case (nil, nil, nil): return .none
        case (nil, nil, let path?): return .callingConnection(object(path))
        case (nil, let name?, let path): return .bus(name, object(path ?? ObjectPath(derivedFrom: name)))
        case (let command?, let name, let path):
            // The grammar of identifiers is stricter than that of bus names.
            let name = name ?? BusName(unchecked: identifier.widget.rawValue)
            return .exec(command: command, name, object(path ?? ObjectPath(derivedFrom: name)))
        }
    }
}

extension WidgetDefinition {
    /// The fault of a definition that no connection registers, such as a manifest; nil if it has none. `ObjectPath`
    /// alone is an object of the connection that calls `RegisterWidget`, so it needs a caller.
    package var faultWithoutCaller: Fault? {
        guard let objectPath, busName == nil, exec == nil else { return nil }
        return Fault(path: "ObjectPath", message: "\(objectPath.rawValue.excerpt) is given without BusName or Exec")
    }
}

extension ObjectPath {
    /// Makes the default path of a well-known name: dots become `/` and hyphens `_`, so `org.example.My-App` becomes
    /// `/org/example/My_App`.
    public init(derivedFrom name: BusName) {
        let bytes = name.rawValue.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "."): UInt8(ascii: "/")
            // A unique name, which has a colon, isn't useful here, but gives a valid path too.
            case UInt8(ascii: "-"), UInt8(ascii: ":"): UInt8(ascii: "_")
            default: byte
            }
        }
        self.init(unchecked: "/" + String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the provider's object of an instance; this path is the widget's own.
    public func ofInstance(_ number: Int) -> ObjectPath {
        number == 1 ? self : ObjectPath(unchecked: (self == .root ? "" : rawValue) + "/instance/\(number)")
    }
}
