/// An interface bound to its owner, with the owner's type forgotten. Used on the loop's thread.
protocol ExportedInterface: Sendable {
    var name: InterfaceName { get }
    /// Where its owner lives, unless that is the loop's thread: then properties are read of what ``visited(for:at:)``
    /// gives back.
    var isolation: (any Actor)? { get }
    /// The same interface with the values of its properties, of all or of some, read where its owner lives; to be called
    /// there, so that nothing comes in between.
    func visited(for names: Set<String>?, at path: ObjectPath) async -> any ExportedInterface
    /// Returns nil when there is no such method.
    func invocation(of member: String) -> Invocation?
    func hasProperty(_ name: String) -> Bool
    /// Writes one property as a variant.
    func readProperty(_ name: String, at path: ObjectPath, to writer: inout MessageWriter) throws
    /// Writes all properties as `a{sv}`, but for those that it returns.
    func readAllProperties(
        at path: ObjectPath, to writer: inout MessageWriter
    ) throws(MarshallingError) -> [ConnectionEvent]
    /// Whether setting a property may take time.
    var setsLater: Bool { get }
    /// Sets a property, and returns what is left to be waited for.
    func writeProperty(
        _ name: String, call: MethodCall, from reader: inout MessageReader
    ) throws -> (@Sendable () async throws -> Void)?
    /// Whether each change of a property is told, and at once.
    var emitsChanges: Bool { get }
    /// Which of these properties travel with their value in `PropertiesChanged`, which by name, and which are none.
    func changes(
        _ names: [MemberName]
    ) -> (changed: [MemberName], invalidated: [MemberName], unknown: [MemberName])
    var introspection: InterfaceIntrospection { get }
}

/// The one conformance: an ``Interface`` and its owner.
struct BoundInterface<Owner: AnyObject & Sendable>: ExportedInterface {
    let interface: Interface<Owner>
    let owner: Owner
    let isolation: (any Actor)?
    /// What was read by ``visited(for:at:)``.
    private var values: [String: Result<any DBusType, any Error>] = [:]

    /// - Parameter isolation: where the owner lives; nil is the loop's thread.
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

    var setsLater: Bool {
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
    /// Writes `a{sv}`; `value` writes each variant. A member for which it throws is left out, and returned.
    mutating func writeProperties<Member>(
        _ members: [Member], name: (Member) -> MemberName, value: (Member, inout MessageWriter) throws -> Void
    ) throws(MarshallingError) -> [(name: MemberName, error: any Error)] {
        var failed: [(name: MemberName, error: any Error)] = []
        try writeContainer(.array, contents: Signature(unchecked: "{sv}")) { (inner) throws(MarshallingError) in
            for member in members {
                var thrown: (any Error)?
                do throws(MarshallingError) {
                    // What has been written of the entry goes with the error.
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
