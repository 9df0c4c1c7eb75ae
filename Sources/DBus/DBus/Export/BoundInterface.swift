/// An interface bound to its type-erased owner. Used on the loop's thread.
protocol ExportedInterface: Sendable {
    var name: InterfaceName { get }
    /// The actor on which its owner lives; nil for the loop's thread. With an actor, properties are read from the
    /// result of ``visited(for:at:)``.
    var isolation: (any Actor)? { get }
    /// Returns the same interface with property values, all or some, read where its owner lives. Call it there, so that
    /// nothing runs in between.
    func visited(for names: Set<String>?, at path: ObjectPath) async -> any ExportedInterface
    /// Returns nil when the method doesn't exist.
    func invocation(of member: String) -> Invocation?
    func hasProperty(_ name: String) -> Bool
    /// Writes one property as a variant.
    func readProperty(_ name: String, at path: ObjectPath, to writer: inout MessageWriter) throws
    /// Writes all properties as `a{sv}`, except the failed ones, and returns an event for each failed one.
    func readAllProperties(
        at path: ObjectPath, to writer: inout MessageWriter
    ) throws(MarshallingError) -> [ConnectionEvent]
    /// Whether setting a property may be asynchronous.
    var maySetLater: Bool { get }
    /// Sets a property, and returns the remaining asynchronous work.
    func writeProperty(
        _ name: String, call: MethodCall, from reader: inout MessageReader
    ) throws -> (@Sendable () async throws -> Void)?
    /// Whether each change of a property is emitted, and immediately.
    var emitsChanges: Bool { get }
    /// Sorts properties: those sent with their value in `PropertiesChanged`, those sent by name, and unknown ones.
    func changes(
        _ names: [MemberName]
    ) -> (changed: [MemberName], invalidated: [MemberName], unknown: [MemberName])
    var introspection: InterfaceIntrospection { get }
}

/// The only conformance: an ``Interface`` and its owner.
struct BoundInterface<Owner: AnyObject & Sendable>: ExportedInterface {
    let interface: Interface<Owner>
    let owner: Owner
    let isolation: (any Actor)?
    /// The values that ``visited(for:at:)`` read.
    private var values: [String: Result<any DBusType, any Error>] = [:]

    /// - Parameter isolation: the actor on which the owner lives; nil for the loop's thread.
    init(_ interface: Interface<Owner>, of owner: Owner, isolation: (any Actor)?) {
        self.interface = interface
        self.owner = owner
        self.isolation = isolation
    }

    var name: InterfaceName { interface.name }

    func invocation(of member: String) -> Invocation? {
        guard let method = interface.method(named: member) else { return nil }
        let owner = owner
        let body: Invocation.Body =
            switch method.handler {
            case .synchronous(let handler, _) where isolation == nil: .synchronous { try handler(owner, $0, &$1, &$2) }
            case .synchronous(_, elsewhere: let handler), .asynchronous(let handler):
                .asynchronous { try handler(owner, $0, &$1) }
            case .later(let handler): .later { try handler(owner, $0, &$1) }
            }
        return Invocation(
            name: method.name, inputs: method.inputs, inputSignature: method.inputSignature,
            outputSignature: method.outputSignature, onlyReads: method.changesNothing, body: body,
            isolations: isolation.map { [$0] } ?? [])
    }

    // MARK: Reading

    func hasProperty(_ name: String) -> Bool { interface.property(named: name) != nil }

    private func property(_ name: String) throws -> Property<Owner> {
        guard let property = interface.property(named: name) else {
            throw PropertyRefusal(
                .unknownProperty, "the interface \(interface.name) has no property \(name.quoted)")
        }
        return property
    }

    func visited(for names: Set<String>?, at path: ObjectPath) async -> any ExportedInterface {
        var visited = self
        for property in interface.properties where names?.contains(property.name.rawValue) ?? true {
            do {
                visited.values[property.name.rawValue] = .success(try await property.value(owner, path))
            } catch {
                visited.values[property.name.rawValue] = .failure(error)
            }
        }
        return visited
    }

    func readProperty(_ name: String, at path: ObjectPath, to writer: inout MessageWriter) throws {
        try read(try property(name), at: path, to: &writer)
    }

    private func read(_ property: Property<Owner>, at path: ObjectPath, to writer: inout MessageWriter) throws {
        if isolation == nil, let read = property.read { return try read(owner, path, &writer) }
        guard let value = try values[property.name.rawValue]?.get() else {
            throw RemoteError(.failed, "the property \(property.name) was not read")
        }
        try writer.writeContainer(.variant, contents: property.type) { (inner) throws(MarshallingError) in
            try value.write(to: &inner)
        }
    }

    func readAllProperties(
        at path: ObjectPath, to writer: inout MessageWriter
    ) throws(MarshallingError) -> [ConnectionEvent] {
        let failed = try writer.writeProperties(interface.properties, name: { $0.name }) { property, writer in
            try read(property, at: path, to: &writer)
        }
        return failed.map { .leftOut($0.name, of: name, at: path, because: $0.error) }
    }

    // MARK: Setting

    var maySetLater: Bool {
        isolation != nil
            || interface.properties.contains { if case .asynchronous = $0.write { true } else { false } }
    }

    func writeProperty(
        _ name: String, call: MethodCall, from reader: inout MessageReader
    ) throws -> (@Sendable () async throws -> Void)? {
        switch try property(name).write {
        case nil:
            throw PropertyRefusal(
                .propertyReadOnly, "the property \(interface.name).\(name) of \(call.path) is read-only")
        case .synchronous(let write, _) where isolation == nil:
            try write(owner, call, &reader)
            return nil
        case .synchronous(_, elsewhere: let write), .asynchronous(let write): return try write(owner, call, &reader)
        }
    }

    // MARK: Changes

    var emitsChanges: Bool { isolation == nil && !interface.properties.contains { $0.changeSignal == .silent } }

    func changes(
        _ names: [MemberName]
    ) -> (changed: [MemberName], invalidated: [MemberName], unknown: [MemberName]) {
        var changed: [MemberName] = []
        var invalidated: [MemberName] = []
        var unknown: [MemberName] = []
        for name in names {
            switch interface.property(named: name.rawValue)?.changeSignal {
            case .emitsChange: changed.append(name)
            case .invalidates: invalidated.append(name)
            case .constant, .silent: break
            case nil: unknown.append(name)
            }
        }
        return (changed, invalidated, unknown)
    }

    var introspection: InterfaceIntrospection { InterfaceIntrospection(interface) }
}

extension MessageWriter {
    /// Writes `a{sv}`; `value` writes each variant. If it throws for a member, that member is left out and returned.
    mutating func writeProperties<Member>(
        _ members: [Member], name: (Member) -> MemberName, value: (Member, inout MessageWriter) throws -> Void
    ) throws(MarshallingError) -> [(name: MemberName, error: any Error)] {
        var failed: [(name: MemberName, error: any Error)] = []
        try writeContainer(.array, contents: Signature(unchecked: "{sv}")) { (inner) throws(MarshallingError) in
            for member in members {
                var thrown: (any Error)?
                do throws(MarshallingError) {
                    // An error discards the written part of the entry.
                    try inner.writeContainer(.entry) { (entry) throws(MarshallingError) in
                        try name(member).rawValue.write(to: &entry)
                        do { try value(member, &entry) } catch {
                            thrown = error
                            throw MarshallingError("\(error)")
                        }
                    }
                } catch {
                    failed.append((name(member), thrown ?? error))
                }
            }
        }
        return failed
    }
}
