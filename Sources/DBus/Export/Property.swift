/// What watchers are told when a property changes. D-Bus specification, "Introspection Data Format",
/// annotation `org.freedesktop.DBus.Property.EmitsChangedSignal`.
public enum ChangeSignal: String, Sendable {
    /// `PropertiesChanged` carries the new value.
    case emitsChange = "true"
    /// `PropertiesChanged` names the property; its value has to be read.
    case invalidates = "invalidates"
    /// The value never changes.
    case constant = "const"
    /// Nothing is sent.
    case silent = "false"
}

/// A property of an ``Interface``. Its code runs on the loop's thread.
///
/// A property that is a ``DBusValue`` has the type `v`: what is read and set is a variant with a variant in it.
public struct Property<Owner: Actor>: Sendable {
    /// The property's name.
    public let name: MemberName
    /// Its type.
    public let type: Signature
    /// What watchers are told when it changes.
    public let changeSignal: ChangeSignal
    /// What it is, shown in introspection.
    public let documentation: String?
    /// Writes the value as a variant.
    @usableFromInline
    let read: @Sendable (isolated Owner, ObjectPath, inout MessageWriter) throws -> Void
    @usableFromInline
    let write: (@Sendable (Owner, MethodCall, inout MessageReader) throws -> Void)?

    /// A read-only property whose value depends on which object is asked.
    @inlinable
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @Sendable (isolated Owner, ObjectPath) throws -> Value
    ) {
        self.init(name, changeSignal, doc, get: get, write: nil)
    }

    /// A read-only property.
    @inlinable
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @Sendable (isolated Owner) throws -> Value
    ) {
        self.init(
            name, changeSignal, doc, get: { (owner: isolated Owner, _: ObjectPath) in try get(owner) }, write: nil)
    }

    /// A property that callers may set.
    @inlinable
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @Sendable (isolated Owner, ObjectPath) throws -> Value,
        set: @escaping @Sendable (isolated Owner, MethodCall, Value) throws -> Void
    ) {
        self.init(name, changeSignal, doc, get: get) { owner, call, reader in
            let value = try reader.readContainer(.variant) { (inner) throws(UnmarshallingError) in
                // An empty array would be read as one of any type.
                guard inner.nextSignature == Value.signature else { throw inner.mismatch(Value.signature.rawValue) }
                return try Value(from: &inner)
            }
            try owner.assumeIsolated { try set($0, call, value) }
        }
    }

    @inlinable
    init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal, _ documentation: String?,
        get: @escaping @Sendable (isolated Owner, ObjectPath) throws -> Value,
        write: (@Sendable (Owner, MethodCall, inout MessageReader) throws -> Void)?
    ) {
        self.name = name
        self.changeSignal = changeSignal
        self.documentation = documentation
        self.write = write
        type = Value.signature
        read = { owner, path, writer in
            let value = try get(owner, path)
            try writer.writeContainer(.variant, contents: Value.signature) { (inner) throws(MarshallingError) in
                try value.write(to: &inner)
            }
        }
    }
}
