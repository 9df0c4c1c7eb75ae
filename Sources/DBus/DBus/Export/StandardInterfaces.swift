internal import CTodayDBus
internal import TodayCLibrary

/// The interfaces that every node answers, and ObjectManager where requested. D-Bus specification, "Standard
/// Interfaces". They aren't an ``Interface``: their owner is the connection, and their objects are all nodes, including
/// those between exported objects.
enum StandardInterfaces {
    private typealias Shape = InterfaceIntrospection.CallShape

    private static func shape(
        _ name: String, _ inputs: [Argument] = [], _ outputs: [Argument] = []
    ) -> InterfaceIntrospection.CallShape {
        Shape(name: name, inputs: inputs, outputs: outputs, documentation: nil)
    }

    static let introspectable = InterfaceIntrospection(
        .introspectable, methods: [shape("Introspect", [], [Argument("xml_data", "s")])])

    static let peer = InterfaceIntrospection(
        .peer, methods: [shape("Ping"), shape("GetMachineId", [], [Argument("machine_uuid", "s")])])

    static let properties = InterfaceIntrospection(
        .properties,
        methods: [
            shape("Get", [Argument("interface_name", "s"), Argument("property_name", "s")], [Argument("value", "v")]),
            shape("GetAll", [Argument("interface_name", "s")], [Argument("properties", "a{sv}")]),
            shape(
                "Set",
                [Argument("interface_name", "s"), Argument("property_name", "s"), Argument("value", "v")]),
        ],
        signals: [
            shape(
                "PropertiesChanged", [],
                [
                    Argument("interface_name", "s"), Argument("changed_properties", "a{sv}"),
                    Argument("invalidated_properties", "as"),
                ])
        ])

    static let objectManager = InterfaceIntrospection(
        .objectManager,
        methods: [shape("GetManagedObjects", [], [Argument("objects", "a{oa{sa{sv}}}")])],
        signals: [
            shape("InterfacesAdded", [], [Argument("object", "o"), Argument("interfaces", "a{sa{sv}}")]),
            shape("InterfacesRemoved", [], [Argument("object", "o"), Argument("interfaces", "as")]),
        ])

    /// Returns the standard interfaces of a node, in the order of introspection.
    static func all(manager: Bool) -> [InterfaceIntrospection] {
        (manager ? [objectManager] : []) + [properties, introspectable, peer]
    }

    /// Returns the standard interface that has a method.
    static func name(of member: String) -> InterfaceName? {
        all(manager: true).first { $0.methods.contains { $0.name == member } }?.name
    }
}

extension Connection {
    /// Finds a method of a standard interface at a node.
    func standardInvocation(_ interface: String?, _ member: String, at node: ObjectTree.Node) -> Invocation? {
        func wants(_ name: InterfaceName) -> Bool { interface == nil || interface == name.rawValue }
        func invocation(
            _ inputs: String, _ outputs: String,
            _ body: @escaping (MethodCall, inout MessageReader, inout MessageWriter) throws -> Void
        ) -> Invocation {
            Invocation(
                name: MemberName(unchecked: member), inputSignature: inputs, outputSignature: outputs,
                onlyReads: true, body: .synchronous(body))
        }
        switch member {
        case "Get" where wants(.properties):
            return reading("Get", of: node, "ss", "v") { reader in
                let (interface, name) = (try String(from: &reader), try String(from: &reader))
                return .get(interface, name)
            }
        case "GetAll" where wants(.properties):
            return reading("GetAll", of: node, "s", "a{sv}") { reader in .getAll(try String(from: &reader)) }
        case "Set" where wants(.properties): return setting(node)
        case "Introspect" where wants(.introspectable):
            return invocation("", "s") { [filter] call, _, writer in
                let own = node.interfaces.map(\.introspection)
                let base = call.path == .root ? "/" : call.path.rawValue + "/"
                let children = node.children.filter { filter?.shows(call, ObjectPath(unchecked: base + $0)) ?? true }
                let document = IntrospectionDocument(
                    own + StandardInterfaces.all(manager: node.isManager), children: Array(children))
                try document.text.write(to: &writer)
            }
        case "Ping" where wants(.peer):
            return invocation("", "") { _, _, _ in }
        case "GetMachineId" where wants(.peer):
            return invocation("", "s") { _, _, writer in try Self.machineID().write(to: &writer) }
        case "GetManagedObjects" where node.isManager && wants(.objectManager):
            let body: Invocation.Body =
                objects.elsewhere == 0
                ? .made { [self] call in try managedObjects(for: call) }
                : .asynchronous { call, _ in { try await self.managedObjectsAnywhere(for: call) } }
            return Invocation(
                name: "GetManagedObjects", inputSignature: "", outputSignature: "a{oa{sa{sv}}}", onlyReads: true,
                body: body)
        default: return nil
        }
    }

    /// Whether a node has a standard interface with this name.
    static func isStandard(_ interface: String, at node: ObjectTree.Node) -> Bool {
        StandardInterfaces.all(manager: node.isManager).contains { $0.name.rawValue == interface }
    }

    private static func machineID() throws -> String {
        var error = cdbus_error_init()
        defer { dbus_error_free(&error) }
        guard let id = dbus_try_get_local_machine_id(&error) else {
            throw RemoteError(.failed, text(error.message) ?? "this machine has no id")
        }
        defer { dbus_free(id) }
        return String(cString: id)
    }

    /// Writes `a{sa{sv}}`: the interfaces of one object with their properties. Skips properties that can't be read, and
    /// returns an event for each.
    static func writeInterfaces(
        _ interfaces: [any ExportedInterface], at path: ObjectPath, to writer: inout MessageWriter
    ) throws(MarshallingError) -> [ConnectionEvent] {
        var failures: [ConnectionEvent] = []
        try writer.writeContainer(.array, contents: Signature(unchecked: "{sa{sv}}")) {
            (list) throws(MarshallingError) in
            for interface in interfaces {
                try list.writeContainer(.entry) { (entry) throws(MarshallingError) in
                    try interface.name.rawValue.write(to: &entry)
                    failures += try interface.readAllProperties(at: path, to: &entry)
                }
            }
        }
        return failures
    }
}
