/// Properties that have changed and that nobody was told of yet, and the signals that were sent since.
///
/// The values are read when they are told, and whoever notes a change, or sends a signal, may be in the middle of changing
/// the very property: then reading it would end the process. So all waits for a moment at which no such code runs.
struct PendingChanges {
    enum Item {
        case change(path: ObjectPath, interface: InterfaceName, names: [MemberName])
        case signal(Message)
        /// Interfaces that were exported.
        case added(manager: ObjectPath, path: ObjectPath, interfaces: [any ExportedInterface])
        /// Somebody waits until what was noted before has been told.
        case told(@Sendable () -> Void)
    }

    private struct Target: Hashable {
        let path: ObjectPath
        let interface: InterfaceName
    }

    private(set) var items: [Item] = []
    /// Objects of which something was taken away since, so that their changes are told to nobody.
    private(set) var removed: Set<ObjectPath> = []
    /// Where the changes are that were noted after the last signal.
    private var indices: [Target: Int] = [:]

    var isEmpty: Bool { items.isEmpty }

    mutating func note(_ path: ObjectPath, _ interface: InterfaceName, _ changed: [MemberName]) {
        let target = Target(path: path, interface: interface)
        let index = indices[target] ?? items.count
        var names: [MemberName] = []
        if index < items.count, case .change(_, _, let noted) = items[index] { names = noted }
        for name in changed where !names.contains(name) { names.append(name) }
        let item = Item.change(path: path, interface: interface, names: names)
        if index < items.count { items[index] = item } else { items.append(item) }
        indices[target] = index
    }

    /// Holds something back until what was noted before it has been told.
    mutating func hold(_ item: Item) {
        items.append(item)
        indices = [:]
    }

    /// Something of an object is taken away.
    mutating func remove(_ path: ObjectPath) { if !items.isEmpty { removed.insert(path) } }

    /// Takes everything out, in the order in which it was first noted.
    mutating func take() -> [Item] {
        defer { self = PendingChanges() }
        return items
    }
}

extension Connection {
    /// Notes that properties of an object have changed. It may be called on any thread.
    ///
    /// It reads nothing, so it may be called while a property is being changed. What is noted is told with one
    /// `PropertiesChanged` for each object and interface, with the values of that moment:
    ///
    /// - when the handler that runs has returned, before its reply;
    /// - when somebody who may wait makes a call, before that call;
    /// - otherwise before the loop next waits.
    ///
    /// So a handler may note each step, and its caller sees one signal, before the reply. A signal that is sent after a
    /// change was noted comes after that change on the bus, too: it waits with it. Use
    /// ``emitPropertiesChanged(_:_:_:)`` to read and tell at once.
    ///
    /// The values of an owner that lives elsewhere than on the loop's thread, such as a class of the main actor, are read
    /// there when what runs there has come to an end or waits. Replies to its calls, and its signals, come after them.
    ///
    /// The log is told of an object, interface or property that is not exported, with
    /// ``ConnectionEvent/Kind/propertyNotExported``; not of one that was taken away after the change was noted.
    public nonisolated func propertiesDidChange(
        _ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]
    ) {
        if loop.isCurrent {
            assumeIsolated { $0.note(path, interface, names) }
        } else {
            loop.perform { self.assumeIsolated { $0.note(path, interface, names) } }
        }
    }

    func note(_ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]) {
        if isClosed { return }
        managed.forget(path)
        if let isolation = objects.isolation(of: interface, at: path) {
            return recordElsewhere(from: isolation) { $0.note(path, interface, names) }
        }
        if noted.isEmpty {
            _ = loop.schedule(at: .now) { [weak self] in self?.assumeIsolated { $0.emitPendingChanges() } }
        }
        noted.note(path, interface, names)
    }

    /// Sends a signal of an object, after what was noted before it.
    func sendInOrder(_ signal: Message, of interface: InterfaceName, at path: ObjectPath) throws {
        guard !isClosed, let isolation = objects.isolation(of: interface, at: path), isEmitting(from: isolation) else {
            return try sendInOrder(signal)
        }
        try check(signal)
        queueElsewhere(.signal(signal), from: isolation)
    }

    /// Sends a call that wants no reply, after what was noted before it. An error says which it is.
    func sendInOrder<each Value: DBusArgument>(_ header: MessageHeader, _ values: repeat each Value) throws {
        let message = try Message.makeNamed(header, repeat each values)
        do { try sendInOrder(message) } catch { throw header.naming(error) }
    }

    /// Sends a signal, after what was noted before it by owners on the loop's thread.
    func sendInOrder(_ signal: Message) throws {
        if noted.isEmpty || isClosed {
            try send(signal)
        } else {
            try check(signal)
            noted.hold(.signal(signal))
        }
    }

    /// Tells what was noted. Only where no code of an exported object is running.
    func emitPendingChanges() {
        if noted.isEmpty { return }
        let removed = noted.removed
        for item in noted.take() {
            switch item {
            case .change(let path, let interface, let names):
                if !removed.isEmpty, removed.contains(path), objects.interface(interface, at: path) == nil { continue }
                emitPropertiesChanged(path, interface, names)
            // It may be too late for it, as for every signal that has been sent and waits to be written.
            case .signal(let message): _ = try? sendInOrder(message)
            case .added, .told: break
            }
        }
    }
}
