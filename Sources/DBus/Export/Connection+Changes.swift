/// Properties that have changed and that nobody was told of yet.
struct NotedChanges {
    private struct Target: Hashable {
        let path: ObjectPath
        let interface: InterfaceName
    }

    private var names: [Target: [MemberName]] = [:]
    private var order: [Target] = []

    var isEmpty: Bool { order.isEmpty }

    mutating func note(_ path: ObjectPath, _ interface: InterfaceName, _ changed: [MemberName]) {
        let target = Target(path: path, interface: interface)
        if names[target] == nil { order.append(target) }
        for name in changed where names[target]?.contains(name) != true { names[target, default: []].append(name) }
    }

    /// Takes everything out, in the order in which it was first noted.
    mutating func take() -> [(path: ObjectPath, interface: InterfaceName, names: [MemberName])] {
        defer { self = NotedChanges() }
        return order.map { ($0.path, $0.interface, names[$0] ?? []) }
    }
}

extension Connection {
    /// Notes that properties of an object have changed.
    ///
    /// All that is noted before the next message goes out, or before the loop next waits, is told with one
    /// `PropertiesChanged` for each object and interface, with the values of that moment. So a handler may note each
    /// step, and its caller sees one signal, before the reply. Use ``emitPropertiesChanged(_:_:_:)`` to tell at once.
    public func propertiesDidChange(_ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]) {
        if isClosed { return }
        if noted.isEmpty {
            _ = loop.schedule(at: .now) { [weak self] in self?.assumeIsolated { $0.tellNotedChanges() } }
        }
        noted.note(path, interface, names)
    }

    func tellNotedChanges() {
        for change in noted.take() { emitPropertiesChanged(change.path, change.interface, change.names) }
    }
}
