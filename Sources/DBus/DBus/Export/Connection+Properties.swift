/// A read request of `org.freedesktop.DBus.Properties`.
enum PropertyQuestion: Sendable {
    case get(_ interface: String, _ property: String)
    case getAll(_ interface: String)

    /// Returns whether an interface is to be read, and which of its properties; nil for all.
    func names(of interface: any ExportedInterface) -> (isSelected: Bool, properties: Set<String>?) {
        switch self {
        case .get(let name, let property): (name.isEmpty || name == interface.name.rawValue, [property])
        case .getAll(let name): (name.isEmpty || name == interface.name.rawValue, nil)
        }
    }
}

/// `org.freedesktop.DBus.Properties`.
extension Connection {
    /// Returns the invocation of a method that reads properties of a node. It first visits an owner that lives outside
    /// of the loop's thread.
    func reading(
        _ name: MemberName, of node: ObjectTree.Node, _ inputs: String, _ outputs: String,
        _ question: @escaping (inout MessageReader) throws -> PropertyQuestion
    ) -> Invocation {
        let isolations = node.interfaces.compactMap(\.isolation)
        let body: Invocation.Body =
            if isolations.isEmpty {
                .synchronous { [self] call, reader, writer in
                    try answer(try question(&reader), of: node, at: call.path, to: &writer)
                }
            } else {
                .asynchronous { [self] call, reader in
                    let question = try question(&reader)
                    return { try await self.visitAndAnswer(question, of: node, outputs, call) }
                }
            }
        return Invocation(
            name: name, inputSignature: inputs, outputSignature: outputs, onlyReads: true, body: body,
            isolations: isolations)
    }

    private func visitAndAnswer(
        _ question: PropertyQuestion, of node: ObjectTree.Node, _ outputs: String, _ call: MethodCall
    ) async throws -> Message {
        var node = node
        let selected = node.interfaces.indices.filter { question.names(of: node.interfaces[$0]).isSelected }
        let visited = await visit(
            selected.map { index in
                let interface = node.interfaces[index]
                return Question(
                    path: call.path, interface: interface, names: question.names(of: interface).properties)
            })
        for (index, interface) in zip(selected, visited) { node.interfaces[index] = interface }
        return try Message.make(.methodReturn(to: call), signature: outputs) { writer in
            try answer(question, of: node, at: call.path, to: &writer)
        }
    }

    private func answer(
        _ question: PropertyQuestion, of node: ObjectTree.Node, at path: ObjectPath, to writer: inout MessageWriter
    ) throws {
        switch question {
        case .get(let interface, let name):
            let target = try Self.interface(named: interface, with: name, at: node, path)
            do { try target.readProperty(name, at: path, to: &writer) } catch {
                throw PropertyAccessError(target.name, name, path, error)
            }
        case .getAll(""): try writeAllProperties(of: node, at: path, to: &writer)
        case .getAll(let name):
            if let target = try Self.interface(named: name, at: node, path) {
                return report(try target.readAllProperties(at: path, to: &writer))
            }
            try [String: DBusValue]().write(to: &writer)
        }
    }

    /// Returns the invocation of `Set`. The value is read, and set if that is synchronous, in the order of the calls.
    func setting(_ node: ObjectTree.Node) -> Invocation {
        func set(_ call: MethodCall, _ reader: inout MessageReader) throws -> (@Sendable () async throws -> Void)? {
            let (interface, name) = (try String(from: &reader), try String(from: &reader))
            let target = try Self.interface(named: interface, with: name, at: node, call.path)
            do {
                guard let rest = try target.writeProperty(name, call: call, from: &reader) else { return nil }
                return {
                    do { try await rest() } catch { throw PropertyAccessError(target.name, name, call.path, error) }
                }
            } catch { throw PropertyAccessError(target.name, name, call.path, error) }
        }
        let body: Invocation.Body =
            if node.interfaces.contains(where: \.maySetLater) {
                .asynchronous { call, reader in
                    let rest = try set(call, &reader)
                    return {
                        try await rest?()
                        return try Message.make(.methodReturn(to: call))
                    }
                }
            } else {
                .synchronous { call, reader, _ in _ = try set(call, &reader) }
            }
        return Invocation(
            name: "Set", inputSignature: "ssv", outputSignature: "", body: body,
            isolations: node.interfaces.compactMap(\.isolation))
    }

    /// Writes the properties of all interfaces of an object. For duplicate names, the first one counts.
    private func writeAllProperties(
        of node: ObjectTree.Node, at path: ObjectPath, to writer: inout MessageWriter
    ) throws(MarshallingError) {
        var names: Set<String> = []
        let properties = node.interfaces.flatMap { interface in
            interface.introspection.properties.filter { names.insert($0.name).inserted }
                .map { (interface: interface, name: MemberName(unchecked: $0.name)) }
        }
        let failed = try writer.writeProperties(properties, name: { $0.name }) { property, writer in
            try property.interface.readProperty(property.name.rawValue, at: path, to: &writer)
        }
        report(
            failed.compactMap { failure in
                properties.first { $0.name == failure.name }.map {
                    .leftOut($0.name, of: $0.interface.name, at: path, because: failure.error)
                }
            })
    }

    /// Returns the exported interface with this name; nil for a standard interface, which has no properties.
    private static func interface(
        named name: String, at node: ObjectTree.Node, _ path: ObjectPath
    ) throws -> (any ExportedInterface)? {
        if let found = node.interfaces.first(where: { $0.name.rawValue == name }) { return found }
        if isStandard(name, at: node) { return nil }
        throw PropertyRefusal(.unknownInterface, "the object \(path) has no interface \(name.quoted)")
    }

    /// Returns the exported interface that has a property. With an empty name, returns the first one that has it. D-Bus
    /// specification, "org.freedesktop.DBus.Properties".
    private static func interface(
        named name: String, with property: String, at node: ObjectTree.Node, _ path: ObjectPath
    ) throws -> any ExportedInterface {
        let found =
            name.isEmpty
            ? node.interfaces.first { $0.hasProperty(property) } : try interface(named: name, at: node, path)
        if let found { return found }
        throw PropertyRefusal(
            .unknownProperty,
            "the \(name.isEmpty ? "object \(path)" : "interface \(name) of \(path)") has no property "
                + property.quoted)
    }

    /// An error thrown while a property was read or set.
    struct PropertyAccessError: Error {
        let subject: Subject
        let error: any Error

        init(_ interface: InterfaceName, _ property: String, _ path: ObjectPath, _ error: any Error) {
            subject = Subject(.property, interface, MemberName(unchecked: property), at: path)
            self.error = error
        }
    }
}

/// A property that doesn't exist or can't be set. No code of the service ran.
struct PropertyRefusal: Error, CustomStringConvertible {
    let error: RemoteError
    var description: String { error.description }

    init(_ name: ErrorName, _ message: String) { error = RemoteError(name, message) }
}
