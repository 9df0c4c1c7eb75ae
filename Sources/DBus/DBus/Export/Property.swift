/// How a change of a property is signaled. D-Bus specification, "Introspection Data Format", annotation
/// `org.freedesktop.DBus.Property.EmitsChangedSignal`.
public enum ChangeSignal: String, Sendable {
    /// `PropertiesChanged` carries the new value.
    case emitsChange = "true"
    /// `PropertiesChanged` names the property; watchers must read its value.
    case invalidates = "invalidates"
    /// The value never changes.
    case constant = "const"
    /// No signal is sent.
    case silent = "false"
}

/// A property of an ``Interface``. Its code runs on the executor of its owner.
///
/// A property with the Swift type ``DBusValue`` has the D-Bus type `v`: reads and writes use a variant inside a
/// variant.
public struct Property<Owner: AnyObject & Sendable>: Sendable {
    /// The property's name.
    public let name: MemberName
    /// Its type.
    public let type: Signature
    /// How a change is signaled.
    public let changeSignal: ChangeSignal
    /// The property's meaning, shown in introspection.
    public let documentation: String?
    private(set) var marks = IntrospectionMarks()
    /// Writes the value as a variant, on the loop's thread, where the owner must live; nil if the getter runs
    /// elsewhere.
    let read: Read?
    /// Returns the value, read wherever the owner lives.
    let value: @Sendable (Owner, ObjectPath) async throws -> any DBusType
    let write: Write?
    /// The actor on which the value is read, when the getter and not the owner decides that.
    let isolation: (any Actor)?

    @usableFromInline
    typealias Read = @Sendable (Owner, ObjectPath, inout MessageWriter) throws -> Void

    @usableFromInline
    enum Write: Sendable {
        /// Runs on the loop's thread if the owner lives there, otherwise in a task.
        case synchronous(@Sendable (Owner, MethodCall, inout MessageReader) throws -> Void, elsewhere: Setting)
        /// Runs in a task.
        case asynchronous(Setting)
    }

    /// Reads the value immediately, and returns the work that sets it.
    @usableFromInline
    typealias Setting =
        @Sendable (Owner, MethodCall, inout MessageReader) throws -> @Sendable () async throws -> Void

    @usableFromInline
    init(
        _ name: MemberName, _ type: Signature, _ changeSignal: ChangeSignal, _ documentation: String?, read: Read?,
        value: @escaping @Sendable (Owner, ObjectPath) async throws -> any DBusType, write: Write?,
        isolation: (any Actor)? = nil
    ) {
        self.name = name
        self.type = type
        self.changeSignal = changeSignal
        self.documentation = documentation
        self.read = read
        self.value = value
        self.write = write
        self.isolation = isolation
    }
}

extension Property {
    /// The same property, marked as deprecated: introspection has the annotation `org.freedesktop.DBus.Deprecated`.
    public var deprecated: Property {
        var property = self
        property.marks.isDeprecated = true
        return property
    }
}

extension Property where Owner: Actor {
    /// Makes a read-only property whose value depends on the object.
    @inlinable
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @Sendable (isolated Owner, ObjectPath) throws -> Value
    ) {
        self.init(name, changeSignal, doc, get: get, write: nil)
    }

    /// Makes a read-only property.
    @inlinable
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @Sendable (isolated Owner) throws -> Value
    ) {
        self.init(
            name, changeSignal, doc, get: { (owner: isolated Owner, _: ObjectPath) in try get(owner) }, write: nil)
    }

    /// Makes a property that callers may set.
    @inlinable
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @Sendable (isolated Owner, ObjectPath) throws -> Value,
        set: @escaping @Sendable (isolated Owner, MethodCall, Value) throws -> Void
    ) {
        self.init(
            name, changeSignal, doc, get: get,
            write: .synchronous(
                { owner, call, reader in
                    let value = try Value(set: &reader)
                    try owner.assumeIsolated { try set($0, call, value) }
                }, elsewhere: Self.setting(set)))
    }

    /// Makes a property that callers may set, with an asynchronous setter: the caller waits, and gets a thrown error.
    @inlinable
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @Sendable (isolated Owner, ObjectPath) throws -> Value,
        set: @escaping @Sendable (isolated Owner, MethodCall, Value) async throws -> Void
    ) {
        self.init(name, changeSignal, doc, get: get, write: .asynchronous(Self.setting(set)))
    }

    @inlinable
    static func setting<Value: DBusType>(
        _ set: @escaping @Sendable (isolated Owner, MethodCall, Value) async throws -> Void
    ) -> Setting {
        { owner, call, reader in
            let value = try Value(set: &reader)
            @Sendable func run(_ owner: isolated Owner) async throws { try await set(owner, call, value) }
            return { try await run(owner) }
        }
    }

    @inlinable
    init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal, _ documentation: String?,
        get: @escaping @Sendable (isolated Owner, ObjectPath) throws -> Value, write: Write?
    ) {
        let read: @Sendable (isolated Owner, ObjectPath, inout MessageWriter) throws -> Void = { owner, path, writer in
            let value = try get(owner, path)
            try writer.writeContainer(.variant, contents: Value.signature) { (inner) throws(MarshallingError) in
                try value.write(to: &inner)
            }
        }
        self.init(
            name, Value.signature, changeSignal, documentation,
            // Like `Actor.assumeIsolated`, but without its check: reading happens on the owner's thread.
            read: unsafeBitCast(read, to: Read.self),
            value: { owner, path in
                try await get(owner, path)
            }, write: write)
    }
}

extension Property {
    /// Makes a read-only property of a class of the main actor whose value depends on the object.
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @MainActor @Sendable (Owner, ObjectPath) throws -> Value
    ) {
        self = .isolated(name, changeSignal, doc: doc, get: get)
    }

    /// Makes a read-only property of a class of the main actor.
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @MainActor @Sendable (Owner) throws -> Value
    ) {
        self = .isolated(name, changeSignal, doc: doc, get: { @MainActor owner, _ in try get(owner) })
    }

    /// Makes a property of a class of the main actor that callers may set. If the setter suspends, the caller waits.
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @MainActor @Sendable (Owner, ObjectPath) throws -> Value,
        set: @escaping @MainActor @Sendable (Owner, MethodCall, Value) async throws -> Void
    ) {
        self = .isolated(name, changeSignal, doc: doc, get: get, set: set)
    }

    /// Makes a read-only property of an owner on any global actor. The closure names the actor: `{ @Database (table:
    /// Table, path: ObjectPath) in`.
    public static func isolated<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @isolated(any) @Sendable (Owner, ObjectPath) throws -> Value
    ) -> Property {
        Property(
            name, Value.signature, changeSignal, doc, read: nil, value: { try await get($0, $1) }, write: nil,
            isolation: get.isolation)
    }

    /// Makes a property of an owner on any global actor that callers may set. Both closures name the actor.
    public static func isolated<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @isolated(any) @Sendable (Owner, ObjectPath) throws -> Value,
        set: @escaping @isolated(any) @Sendable (Owner, MethodCall, Value) async throws -> Void
    ) -> Property {
        Property(
            name, Value.signature, changeSignal, doc, read: nil, value: { try await get($0, $1) },
            write: .asynchronous { owner, call, reader in
                let value = try Value(set: &reader)
                return { try await set(owner, call, value) }
            }, isolation: get.isolation)
    }
}

extension DBusType {
    /// Reads the new value of a property from a `Set` call.
    @inlinable
    init(set reader: inout MessageReader) throws(UnmarshallingError) {
        self = try reader.readContainer(.variant) { (inner) throws(UnmarshallingError) in
            // An empty array could be read as an array of any type.
            guard inner.nextSignature == Self.signature else { throw inner.mismatch(Self.signature.rawValue) }
            return try Self(from: &inner)
        }
    }
}
