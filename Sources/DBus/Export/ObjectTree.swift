internal import CDBus

/// The objects that one connection exports, and the nodes between them and the root.
struct ObjectTree {
    struct Node {
        var interfaces: [any ExportedInterface] = []
        var children: Set<String> = []
        /// Whether `org.freedesktop.DBus.ObjectManager` is here.
        var isManager = false
        /// The interface with which its children are exported when they are first called.
        var template: ChildTemplate?

        var isEmpty: Bool { interfaces.isEmpty && !isManager && template == nil && children.isEmpty }
    }

    /// What children of a node are exported with.
    struct ChildTemplate {
        let interface: any ExportedInterface
        /// Whether there is a child of this name.
        let exists: @Sendable (Substring) -> Bool
    }

    private(set) var nodes: [String: Node] = ["/": Node()]

    subscript(path: String) -> Node? { nodes[path] }

    /// Whether nothing is exported. The root is always there.
    var isEmpty: Bool { nodes["/"]?.isEmpty ?? true }

    /// Adds an interface to the object at a path. Returns false if the object has one of that name.
    mutating func add(_ interface: any ExportedInterface, at path: ObjectPath) -> Bool {
        if nodes[path.rawValue]?.interfaces.contains(where: { $0.name == interface.name }) == true { return false }
        connect(path)
        nodes[path.rawValue, default: Node()].interfaces.append(interface)
        return true
    }

    mutating func makeManager(_ path: ObjectPath) {
        connect(path)
        nodes[path.rawValue, default: Node()].isManager = true
    }

    mutating func addTemplate(_ template: ChildTemplate, at path: ObjectPath) {
        connect(path)
        nodes[path.rawValue, default: Node()].template = template
    }

    /// The interface with which an object is to be exported that is not there, and is called by this one.
    func missingInterface(at path: ObjectPath, called name: InterfaceName) -> (any ExportedInterface)? {
        guard nodes[path.rawValue] == nil, let parent = path.parent, let template = nodes[parent.rawValue]?.template,
            name.rawValue.isEmpty || name == template.interface.name, template.exists(path.lastElement)
        else { return nil }
        return template.interface
    }

    /// Takes an object away, with all its interfaces, and returns these.
    ///
    /// Their owner may die with them, and use the connection while dying; so the caller lets go of them.
    mutating func remove(_ path: ObjectPath) -> [any ExportedInterface] {
        guard let node = nodes[path.rawValue] else { return [] }
        nodes[path.rawValue]?.interfaces = []
        nodes[path.rawValue]?.isManager = false
        nodes[path.rawValue]?.template = nil
        var current = path
        while let parent = current.parent, nodes[current.rawValue]?.isEmpty == true {
            nodes[current.rawValue] = nil
            nodes[parent.rawValue]?.children.remove(String(current.lastElement))
            current = parent
        }
        return node.interfaces
    }

    /// Makes sure that a node is there and can be reached from the root.
    private mutating func connect(_ path: ObjectPath) {
        if nodes[path.rawValue] == nil { nodes[path.rawValue] = Node() }
        var current = path
        while let parent = current.parent {
            let name = String(current.lastElement)
            guard nodes[parent.rawValue, default: Node()].children.insert(name).inserted else { return }
            current = parent
        }
    }

    /// The nearest ancestor that manages objects.
    func manager(of path: ObjectPath) -> ObjectPath? {
        var current = path.parent
        while let candidate = current {
            if nodes[candidate.rawValue]?.isManager == true { return candidate }
            current = candidate.parent
        }
        return nil
    }

    /// The objects with interfaces below a path, sorted.
    func objects(below ancestor: ObjectPath) -> [(path: ObjectPath, interfaces: [any ExportedInterface])] {
        var found: [(path: ObjectPath, interfaces: [any ExportedInterface])] = []
        var waiting = [ancestor]
        while let path = waiting.popLast() {
            guard let node = nodes[path.rawValue] else { continue }
            if path != ancestor, !node.interfaces.isEmpty { found.append((path, node.interfaces)) }
            let base = path == .root ? "/" : path.rawValue + "/"
            waiting += node.children.sorted(by: >).map { ObjectPath(unchecked: base + $0) }
        }
        return found
    }
}

/// An interface bound to its owner, with the owner's type forgotten. Used on the loop's thread.
protocol ExportedInterface: Sendable {
    var name: InterfaceName { get }
    /// Returns nil when there is no such method.
    func invocation(of member: String) -> Invocation?
    func hasProperty(_ name: String) -> Bool
    /// Writes one property as a variant.
    func readProperty(_ name: String, at path: ObjectPath, to writer: inout MessageWriter) throws
    /// Writes all properties as `a{sv}`, but for those that it returns.
    func readAllProperties(
        at path: ObjectPath, to writer: inout MessageWriter
    ) throws(MarshallingError) -> [PropertyFailure]
    func writeProperty(_ name: String, call: MethodCall, from reader: inout MessageReader) throws
    /// Whether each change of a property is told.
    var tellsChanges: Bool { get }
    /// Which of these properties travel with their value in `PropertiesChanged`, and which by name.
    func changes(_ names: [MemberName]) -> (changed: [MemberName], invalidated: [MemberName])
    var introspection: InterfaceIntrospection { get }
}

/// A method that was found, ready to be called.
struct Invocation {
    enum Body {
        case synchronous((MethodCall, inout MessageReader, inout MessageWriter) throws -> Void)
        case asynchronous((MethodCall, inout MessageReader) throws -> @Sendable () async throws -> Message)
        case later((MethodCall, inout MessageReader) throws -> Void)
        /// Takes no arguments, and makes the reply itself.
        case made((MethodCall) throws -> Message)
    }

    let name: MemberName
    let inputSignature: String
    let outputSignature: String
    /// Whether it changes nothing.
    var onlyReads = false
    let body: Body

    /// Whether its reply comes after the handler has returned.
    var takesTime: Bool {
        switch body {
        case .synchronous, .made: false
        case .asynchronous, .later: true
        }
    }
}

/// The one conformance: an ``Interface`` and the actor behind it.
struct BoundInterface<Owner: Actor>: ExportedInterface {
    let interface: Interface<Owner>
    let owner: Owner

    var name: InterfaceName { interface.name }

    func invocation(of member: String) -> Invocation? {
        guard let method = interface.method(named: member) else { return nil }
        let owner = owner
        let body: Invocation.Body =
            switch method.handler {
            case .synchronous(let handler): .synchronous { try handler(owner, $0, &$1, &$2) }
            case .asynchronous(let handler): .asynchronous { try handler(owner, $0, &$1) }
            case .later(let handler): .later { try handler(owner, $0, &$1) }
            }
        return Invocation(
            name: method.name, inputSignature: method.inputSignature, outputSignature: method.outputSignature,
            onlyReads: method.changesNothing, body: body)
    }

    func hasProperty(_ name: String) -> Bool { interface.property(named: name) != nil }

    private func property(_ name: String) throws -> Property<Owner> {
        guard let property = interface.property(named: name) else {
            throw RemoteError(
                .unknownProperty, "the interface \(interface.name) has no property \(name.debugDescription)")
        }
        return property
    }

    func readProperty(_ name: String, at path: ObjectPath, to writer: inout MessageWriter) throws {
        let property = try property(name)
        try withUnsafeMutablePointer(to: &writer) { writer in
            nonisolated(unsafe) let writer = writer  // used here and now, on this thread
            try owner.assumeIsolated { owner in try property.read(owner, path, &writer.pointee) }
        }
    }

    func readAllProperties(
        at path: ObjectPath, to writer: inout MessageWriter
    ) throws(MarshallingError) -> [PropertyFailure] {
        // The owner is entered once for all: to check the thread costs more than to read most properties.
        let outcome = withUnsafeMutablePointer(to: &writer) { writer in
            nonisolated(unsafe) let writer = writer  // used here and now, on this thread
            return owner.assumeIsolated { owner in
                Result { () throws(MarshallingError) in
                    try writer.pointee.writeProperties(interface.properties, name: { $0.name }) { property, writer in
                        try property.read(owner, path, &writer)
                    }
                }
            }
        }
        let failed = try outcome.get()
        return failed.map { PropertyFailure(path: path, interface: name, property: $0.name, error: $0.error) }
    }

    func writeProperty(_ name: String, call: MethodCall, from reader: inout MessageReader) throws {
        guard let write = try property(name).write else {
            throw RemoteError(.propertyReadOnly, "the property \(name) is read-only")
        }
        try write(owner, call, &reader)
    }

    var tellsChanges: Bool { !interface.properties.contains { $0.changeSignal == .silent } }

    func changes(_ names: [MemberName]) -> (changed: [MemberName], invalidated: [MemberName]) {
        var changed: [MemberName] = []
        var invalidated: [MemberName] = []
        for name in names {
            switch interface.property(named: name.rawValue)?.changeSignal {
            case .emitsChange: changed.append(name)
            case .invalidates: invalidated.append(name)
            case .constant, .silent, nil: break
            }
        }
        return (changed, invalidated)
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
