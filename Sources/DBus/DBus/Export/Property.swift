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

/// A property of an ``Interface``. Its code runs where its owner lives.
///
/// A property that is a ``DBusValue`` has the type `v`: what is read and set is a variant with a variant in it.
public struct Property<Owner: AnyObject & Sendable>: Sendable {
    /// The property's name.
    public let name: MemberName
    /// Its type.
    public let type: Signature
    /// What watchers are told when it changes.
    public let changeSignal: ChangeSignal
    /// What it is, shown in introspection.
    public let documentation: String?
    private(set) var marks = IntrospectionMarks()
    /// Writes the value as a variant, on the loop's thread, where the owner has to live; nil where no owner can.
    let read: Read?
    /// The value, read wherever the owner lives.
    let value: @Sendable (Owner, ObjectPath) async throws -> any DBusType
    let write: Write?
    /// Where the value is read, when that is a matter of the getter and not of the owner.
    let isolation: (any Actor)?

    @usableFromInline
    typealias Read = @Sendable (Owner, ObjectPath, inout MessageWriter) throws -> Void

    @usableFromInline
    enum Write: Sendable {
        /// Runs on the loop's thread, with an owner that lives there; for any other there is a task.
        case synchronous(@Sendable (Owner, MethodCall, inout MessageReader) throws -> Void, elsewhere: Setting)
        /// Runs in a task.
        case asynchronous(Setting)
    }

    /// Reads the value at once, and gives back what sets it.
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
    /// The same property, to be used no more: introspection has the annotation `org.freedesktop.DBus.Deprecated`.
    public var deprecated: Property {
        var property = self
        property.marks.isDeprecated = true
        return property
    }
}

extension Property where Owner: Actor {
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
        self.init(
            name, changeSignal, doc, get: get,
            write: .synchronous(
                { owner, call, reader in
                    let value = try Value(set: &reader)
                    try owner.assumeIsolated { try set($0, call, value) }
                }, elsewhere: Self.setting(set)))
    }

    /// A property that callers may set, where setting it takes time: the caller waits, and gets what is thrown.
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
            // As `Actor.assumeIsolated` does it, without its check: whoever reads is on the thread of the owner.
            read: unsafeBitCast(read, to: Read.self),
            value: { owner, path in
                try await get(owner, path)
            }, write: write)
    }
}

extension Property {
    /// A read-only property of a class of the main actor whose value depends on which object is asked.
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @MainActor @Sendable (Owner, ObjectPath) throws -> Value
    ) {
        self = .isolated(name, changeSignal, doc: doc, get: get)
    }

    /// A read-only property of a class of the main actor.
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @MainActor @Sendable (Owner) throws -> Value
    ) {
        self = .isolated(name, changeSignal, doc: doc, get: { @MainActor owner, _ in try get(owner) })
    }

    /// A property of a class of the main actor that callers may set. The setter may wait, and the caller with it.
    public init<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @MainActor @Sendable (Owner, ObjectPath) throws -> Value,
        set: @escaping @MainActor @Sendable (Owner, MethodCall, Value) async throws -> Void
    ) {
        self = .isolated(name, changeSignal, doc: doc, get: get, set: set)
    }

    /// A read-only property of an owner on any global actor, which the closure names:
    /// `{ @Database (table: Table, path: ObjectPath) in`.
    public static func isolated<Value: DBusType>(
        _ name: MemberName, _ changeSignal: ChangeSignal = .emitsChange, doc: String? = nil,
        get: @escaping @isolated(any) @Sendable (Owner, ObjectPath) throws -> Value
    ) -> Property {
        Property(
            name, Value.signature, changeSignal, doc, read: nil, value: { try await get($0, $1) }, write: nil,
            isolation: get.isolation)
    }

    /// A property of an owner on any global actor that callers may set. Both closures name the actor.
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
    /// The value that a property is to be set to.
    @inlinable
    init(set reader: inout MessageReader) throws(UnmarshallingError) {
        self = try reader.readContainer(.variant) { (inner) throws(UnmarshallingError) in
            // An empty array would be read as one of any type.
            guard inner.nextSignature == Self.signature else { throw inner.mismatch(Self.signature.rawValue) }
            return try Self(from: &inner)
        }
    }
}
