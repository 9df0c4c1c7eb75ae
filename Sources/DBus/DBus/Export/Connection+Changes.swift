/// Changed properties that haven't been sent yet, and signals sent since then.
///
/// The values are read when they are sent. Code that records a change, or sends a signal, may be in the middle of
/// changing that property; reading it then would crash the process. So everything waits for a moment when no such code
/// runs.
struct PendingChanges {
    enum Item {
        case change(path: ObjectPath, interface: InterfaceName, names: [MemberName])
        case signal(Message)
        /// Interfaces that were exported.
        case added(manager: ObjectPath, path: ObjectPath, interfaces: [any ExportedInterface])
        /// A waiter for everything recorded before it to be sent.
        case callback(@Sendable () -> Void)
    }

    private struct Target: Hashable {
        let path: ObjectPath
        let interface: InterfaceName
    }

    private(set) var items: [Item] = []
    /// Objects that lost an interface since. Their changes aren't sent.
    private(set) var removed: Set<ObjectPath> = []
    /// The indices of changes that were recorded after the last signal.
    private var indices: [Target: Int] = [:]

    var isEmpty: Bool { items.isEmpty }

    mutating func record(_ path: ObjectPath, _ interface: InterfaceName, _ changed: [MemberName]) {
        let target = Target(path: path, interface: interface)
        let index = indices[target] ?? items.count
        var names: [MemberName] = []
        if index < items.count, case .change(_, _, let earlier) = items[index] { names = earlier }
        for name in changed where !names.contains(name) { names.append(name) }
        let item = Item.change(path: path, interface: interface, names: names)
        if index < items.count { items[index] = item } else { items.append(item) }
        indices[target] = index
    }

    /// Holds an item back until everything recorded before it is sent.
    mutating func hold(_ item: Item) {
        items.append(item)
        indices = [:]
    }

    /// Records that an object lost an interface.
    mutating func remove(_ path: ObjectPath) { if !items.isEmpty { removed.insert(path) } }

    /// Removes and returns everything, in the order of recording.
    mutating func popAll() -> [Item] {
        defer { self = PendingChanges() }
        return items
    }
}

extension Connection {
    /// Records that properties of an object have changed. You can call it on any thread.
    ///
    /// It doesn't read the properties, so you can call it while you are changing them. Recorded changes are sent as one
    /// `PropertiesChanged` for each object and interface, with the values at that time:
    ///
    /// - after the running handler has returned, before its reply;
    /// - before an asynchronous caller makes a call;
    /// - otherwise before the loop waits next.
    ///
    /// So a handler can record each step, and its caller gets one signal before the reply. If you emit a signal after a
    /// recorded change, it is also sent after this change.
    ///
    /// An owner may live outside the loop's thread, such as a class of the main actor. Its values are then read there
    /// when the running code ends or suspends. Replies to its calls and its signals are sent after them.
    ///
    /// An object, interface or property that isn't exported is logged with
    /// ``ConnectionEvent/Kind/propertyNotExported``, unless it was removed after the change was recorded.
    public nonisolated func propertiesDidChange(
        _ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]
    ) {
        if loop.isCurrent {
            assumeIsolated { $0.recordChange(path, interface, names) }
        } else {
            loop.perform { self.assumeIsolated { $0.recordChange(path, interface, names) } }
        }
    }

    func recordChange(_ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]) {
        if isClosed { return }
        managed.forget(path)
        if let isolation = objects.isolation(of: interface, at: path) {
            return recordElsewhere(from: isolation) { $0.record(path, interface, names) }
        }
        if pendingChanges.isEmpty {
            _ = loop.schedule(at: .now) { [weak self] in self?.assumeIsolated { $0.emitPendingChanges() } }
        }
        pendingChanges.record(path, interface, names)
    }

    /// Sends a signal of an object, after everything recorded before it.
    func sendInOrder(_ signal: Message, of interface: InterfaceName, at path: ObjectPath) throws {
        guard !isClosed, let isolation = objects.isolation(of: interface, at: path), isEmitting(from: isolation) else {
            return try sendInOrder(signal)
        }
        try check(signal)
        queueElsewhere(.signal(signal), from: isolation)
    }

    /// Sends a call that wants no reply, after everything recorded before it. An error names the call.
    func sendInOrder<each Value: DBusArgument>(_ header: MessageHeader, _ values: repeat each Value) throws {
        let message = try Message.makeNamed(header, repeat each values)
        do { try sendInOrder(message) } catch { throw header.naming(error) }
    }

    /// Sends a signal, after everything that owners on the loop's thread recorded before it.
    func sendInOrder(_ signal: Message) throws {
        if pendingChanges.isEmpty || isClosed {
            try send(signal)
        } else {
            try check(signal)
            pendingChanges.hold(.signal(signal))
        }
    }

    /// Sends the recorded changes. Call it only where no code of an exported object is running.
    func emitPendingChanges() {
        if pendingChanges.isEmpty { return }
        let removed = pendingChanges.removed
        for item in pendingChanges.popAll() {
            switch item {
            case .change(let path, let interface, let names):
                if !removed.isEmpty, removed.contains(path), objects.interface(interface, at: path) == nil { continue }
                emitPropertiesChanged(path, interface, names)
            // A failure is ignored: it may be too late, as for every sent signal that waits to be written.
            case .signal(let message): _ = try? sendInOrder(message)
            case .added, .callback: break
            }
        }
    }
}
