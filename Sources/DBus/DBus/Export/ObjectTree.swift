internal import CTodayDBus

/// The objects that one connection exports, and the nodes between them and the root.
struct ObjectTree {
    struct Node {
        var interfaces: [any ExportedInterface] = []
        var children: Set<String> = []
        /// Whether this node has `org.freedesktop.DBus.ObjectManager`.
        var isManager = false
        /// The interface with which its children are exported at their first call.
        var template: ChildTemplate?

        var isEmpty: Bool { interfaces.isEmpty && !isManager && template == nil && children.isEmpty }
    }

    /// The template for exporting children of a node.
    struct ChildTemplate {
        let interface: any ExportedInterface
        /// Whether a child with this name exists.
        let exists: @Sendable (Substring) -> Bool
    }

    private(set) var nodes: [String: Node] = ["/": Node()]
    /// The number of interfaces whose owners live outside of the loop's thread.
    private(set) var elsewhere = 0

    subscript(path: String) -> Node? { nodes[path] }

    /// Returns the interfaces of a node; nil when the node doesn't exist.
    func interfaces(at path: String) -> [any ExportedInterface]? { nodes[path]?.interfaces }

    /// Whether nothing is exported. The root always exists.
    var isEmpty: Bool { nodes["/"]?.isEmpty ?? true }

    /// Adds interfaces to the object at a path. If it has one of their names, or they contain a duplicate, adds none
    /// and returns that name.
    mutating func add(_ interfaces: [any ExportedInterface], at path: ObjectPath) -> InterfaceName? {
        var names = Set(nodes[path.rawValue]?.interfaces.map(\.name) ?? [])
        for interface in interfaces where !names.insert(interface.name).inserted { return interface.name }
        connect(path)
        nodes[path.rawValue, default: Node()].interfaces += interfaces
        elsewhere += interfaces.count { $0.isolation != nil }
        return nil
    }

    func interface(_ name: InterfaceName, at path: ObjectPath) -> (any ExportedInterface)? {
        nodes[path.rawValue]?.interfaces.first { $0.name == name }
    }

    /// Returns the actor of an interface's owner; nil for the loop's thread.
    func isolation(of interface: InterfaceName, at path: ObjectPath) -> (any Actor)? {
        elsewhere == 0 ? nil : self.interface(interface, at: path)?.isolation
    }

    mutating func makeManager(_ path: ObjectPath) {
        connect(path)
        nodes[path.rawValue, default: Node()].isManager = true
    }

    mutating func addTemplate(_ template: ChildTemplate, at path: ObjectPath) {
        connect(path)
        nodes[path.rawValue, default: Node()].template = template
    }

    /// Returns the interface with which to export a missing object.
    func missingInterface(at path: ObjectPath) -> (any ExportedInterface)? {
        guard nodes[path.rawValue] == nil, let parent = path.parent, let template = nodes[parent.rawValue]?.template,
            template.exists(path.lastElement)
        else { return nil }
        return template.interface
    }

    /// Removes an object with all its interfaces, and returns them.
    ///
    /// Their owner may die with them, and use the connection in its deinit. So the caller releases them.
    mutating func remove(_ path: ObjectPath) -> [any ExportedInterface] {
        guard let node = nodes[path.rawValue] else { return [] }
        nodes[path.rawValue]?.interfaces = []
        nodes[path.rawValue]?.isManager = false
        nodes[path.rawValue]?.template = nil
        elsewhere -= node.interfaces.count { $0.isolation != nil }
        disconnect(path)
        return node.interfaces
    }

    /// Removes one interface of an object, and returns it. The object goes with its last one.
    mutating func remove(_ interface: InterfaceName, at path: ObjectPath) -> (any ExportedInterface)? {
        guard let index = nodes[path.rawValue]?.interfaces.firstIndex(where: { $0.name == interface }) else {
            return nil
        }
        let removed = nodes[path.rawValue]?.interfaces.remove(at: index)
        if removed?.isolation != nil { elsewhere -= 1 }
        disconnect(path)
        return removed
    }

    /// Removes unused nodes, from one toward the root.
    private mutating func disconnect(_ path: ObjectPath) {
        var current = path
        while let parent = current.parent, nodes[current.rawValue]?.isEmpty == true {
            nodes[current.rawValue] = nil
            nodes[parent.rawValue]?.children.remove(String(current.lastElement))
            current = parent
        }
    }

    /// Ensures that a node exists and is reachable from the root.
    private mutating func connect(_ path: ObjectPath) {
        if nodes[path.rawValue] == nil { nodes[path.rawValue] = Node() }
        var current = path
        while let parent = current.parent {
            let name = String(current.lastElement)
            guard nodes[parent.rawValue, default: Node()].children.insert(name).inserted else { return }
            current = parent
        }
    }

    /// Returns the nearest ancestor that manages objects.
    func manager(of path: ObjectPath) -> ObjectPath? {
        var current = path.parent
        while let candidate = current {
            if nodes[candidate.rawValue]?.isManager == true { return candidate }
            current = candidate.parent
        }
        return nil
    }

    /// Returns the objects with interfaces below a path, sorted.
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

/// A resolved method, ready to be called.
struct Invocation {
    enum Body {
        case synchronous((MethodCall, inout MessageReader, inout MessageWriter) throws -> Void)
        case asynchronous((MethodCall, inout MessageReader) throws -> @Sendable () async throws -> Message)
        case later((MethodCall, inout MessageReader) throws -> Void)
        /// Takes no arguments, and makes the reply itself.
        case made((MethodCall) throws -> Message)
    }

    let name: MemberName
    /// The declared arguments.
    var inputs: [Argument] = []
    let inputSignature: String
    let outputSignature: String
    /// Whether it changes nothing.
    var onlyReads = false
    let body: Body
    /// The actors whose changes are sent before the reply, except owners on the loop's thread.
    var isolations: [any Actor] = []

    /// Whether its reply may come after the handler has returned.
    var mayReplyLater: Bool {
        switch body {
        case .synchronous, .made: false
        case .asynchronous, .later: true
        }
    }
}
