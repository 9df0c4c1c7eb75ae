internal import CTodayDBus

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
    /// How many interfaces have owners that live elsewhere than on the loop's thread.
    private(set) var elsewhere = 0

    subscript(path: String) -> Node? { nodes[path] }

    /// The interfaces of a node; nil when there is no such node.
    func interfaces(at path: String) -> [any ExportedInterface]? { nodes[path]?.interfaces }

    /// Whether nothing is exported. The root is always there.
    var isEmpty: Bool { nodes["/"]?.isEmpty ?? true }

    /// Adds interfaces to the object at a path. When it has one of their names, or they have one twice, none is added, and
    /// that name is returned.
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

    /// Where the owner of an interface lives, unless that is the loop's thread.
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

    /// The interface with which an object is to be exported that is not there.
    func missingInterface(at path: ObjectPath) -> (any ExportedInterface)? {
        guard nodes[path.rawValue] == nil, let parent = path.parent, let template = nodes[parent.rawValue]?.template,
            template.exists(path.lastElement)
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
        elsewhere -= node.interfaces.count { $0.isolation != nil }
        disconnect(path)
        return node.interfaces
    }

    /// Takes one interface of an object away, and returns it. The object goes with its last.
    mutating func remove(_ interface: InterfaceName, at path: ObjectPath) -> (any ExportedInterface)? {
        guard let index = nodes[path.rawValue]?.interfaces.firstIndex(where: { $0.name == interface }) else {
            return nil
        }
        let removed = nodes[path.rawValue]?.interfaces.remove(at: index)
        if removed?.isolation != nil { elsewhere -= 1 }
        disconnect(path)
        return removed
    }

    /// Takes nodes away that are there for nothing, from one towards the root.
    private mutating func disconnect(_ path: ObjectPath) {
        var current = path
        while let parent = current.parent, nodes[current.rawValue]?.isEmpty == true {
            nodes[current.rawValue] = nil
            nodes[parent.rawValue]?.children.remove(String(current.lastElement))
            current = parent
        }
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
    /// The arguments as they were declared.
    var inputs: [Argument] = []
    let inputSignature: String
    let outputSignature: String
    /// Whether it changes nothing.
    var onlyReads = false
    let body: Body
    /// Where those live whose changes are told before the reply, but for owners on the loop's thread.
    var isolations: [any Actor] = []

    /// Whether its reply comes after the handler has returned.
    var takesTime: Bool {
        switch body {
        case .synchronous, .made: false
        case .asynchronous, .later: true
        }
    }
}
