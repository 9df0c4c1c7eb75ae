internal import CTodayDBus

/// The reason why an object can't be exported.
public struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a period at the end that explains how to fix the error.
    public let description: String

    fileprivate static let isClosed = ExportError(description: ConnectionError.isClosed.message)
}

extension Connection {
    // MARK: Exporting

    /// Exports interfaces of an owner at a path, all of them or none. If an object manager is above the path, it emits
    /// one `InterfacesAdded`.
    ///
    /// The owner can have any executor. If it is an actor that uses this connection's ``loop`` as its executor, it
    /// answers calls on the thread that reads them. Calls to any other owner, such as a class of the main actor, run in
    /// a task. The connection keeps the owner until ``unexport(_:)`` or the end of the connection; the owner also keeps
    /// the connection open.
    ///
    /// - Throws: ``ExportError`` when the connection is closed, or the object already has an interface with one of
    ///   these names.
    public func export<Owner: AnyObject & Sendable>(
        _ interfaces: Interface<Owner>..., of owner: Owner, at path: ObjectPath
    ) throws(ExportError) {
        if isClosed { throw ExportError.isClosed }
        if interfaces.isEmpty { return }
        var bound: [any ExportedInterface] = []
        for interface in interfaces { bound.append(try bind(interface, to: owner)) }
        if let existing = add(bound, at: path) {
            throw ExportError(
                description: "the object \(path) already has an interface \(existing); unexport(_:_:) removes it")
        }
    }

    /// Exports an interface of an owner at each path directly below another one, starting with the first call: for
    /// objects that aren't known before they are called.
    ///
    /// These calls create an object: a call of the interface, a call without an interface, a call that reads or sets
    /// properties of the interface, and `Introspect`. Before that, neither the introspection of `path` nor an object
    /// manager lists the object. To learn which object is called, a handler takes the ``MethodCall``, and a property
    /// takes the ``ObjectPath``. ``unexport(_:)`` removes an object. With `path`, it stops creating new ones, and keeps
    /// the existing ones.
    ///
    /// - Parameters:
    ///   - interface: the interface of each object.
    ///   - owner: the actor that answers for all of them.
    ///   - path: the parent of the objects.
    ///   - exists: returns whether an object with this last path element exists; called on the loop's thread.
    /// - Throws: ``ExportError``, as ``export(_:of:at:)`` does.
    package func exportChildren<Owner: AnyObject & Sendable>(
        _ interface: Interface<Owner>, of owner: Owner, below path: ObjectPath,
        where exists: @escaping @Sendable (Substring) -> Bool
    ) throws(ExportError) {
        if isClosed { throw ExportError.isClosed }
        let bound = try bind(interface, to: owner)
        guard objects[path.rawValue]?.template == nil else {
            throw ExportError(description: "the object \(path) already has an interface for its children")
        }
        objects.addTemplate(ObjectTree.ChildTemplate(interface: bound, exists: exists), at: path)
    }

    /// Exports the called object, if its first call creates it.
    func exportCalledChild(_ call: MethodCall, _ message: Message) {
        guard let missing = objects.missingInterface(at: call.path) else { return }
        let meant: String? =
            switch call.interface {
            // The first argument of each of its methods.
            case .properties: try? ReceivedBody.read(message) { reader in try String(from: &reader) }
            case .introspectable: ""
            default: call.interface.rawValue
            }
        if meant == "" || meant == missing.name.rawValue { _ = add([missing], at: call.path) }
    }

    /// Finds out where an owner lives, and binds the interface to it.
    private func bind<Owner: AnyObject & Sendable>(
        _ interface: Interface<Owner>, to owner: Owner
    ) throws(ExportError) -> BoundInterface<Owner> {
        for member in interface.leftOut {
            events.record(
                ConnectionEvent(
                    .memberLeftOut, .error, "\(member) is declared twice; the second one is ignored",
                    subject: member))
        }
        guard let actor = owner as? any Actor else {
            return BoundInterface(interface, of: owner, isolation: interface.isolation ?? self)
        }
        if actor.unownedExecutor.isSame(as: unownedExecutor) {
            return BoundInterface(interface, of: owner, isolation: interface.isolation)
        }
        if let method = interface.loopMethod {
            throw ExportError(
                description: "\(interface.name).\(method) is answered later, and \(Owner.self) does not run on the "
                    + "connection's loop: give it `nonisolated var unownedExecutor: UnownedSerialExecutor "
                    + "{ connection.unownedExecutor }`, or use Method.async")
        }
        return BoundInterface(interface, of: owner, isolation: interface.isolation ?? actor)
    }

    /// Adds interfaces. If the object already has a name, returns that name.
    private func add(_ bound: [any ExportedInterface], at path: ObjectPath) -> InterfaceName? {
        if let existing = objects.add(bound, at: path) { return existing }
        managed.forget(path)
        guard let manager = objects.manager(of: path) else { return nil }
        if let isolation = bound.first(where: { $0.isolation != nil })?.isolation {
            queueElsewhere(.added(manager: manager, path: path, interfaces: bound), from: isolation)
        } else {
            emitInterfacesAdded(bound, of: path, from: manager)
        }
        return nil
    }

    func emitInterfacesAdded(_ bound: [any ExportedInterface], of path: ObjectPath, from manager: ObjectPath) {
        emitBestEffort(manager, .objectManager, "InterfacesAdded", "oa{sa{sv}}") { writer in
            try path.write(to: &writer)
            report(try Self.writeInterfaces(bound, at: path, to: &writer))
        }
    }

    /// Removes an object. If an object manager is above it, it emits `InterfacesRemoved`.
    public func unexport(_ path: ObjectPath) {
        let manager = objects.manager(of: path)
        // The owner of a template may die with it, and use the connection in its deinit.
        let template = objects[path.rawValue]?.template
        defer { withExtendedLifetime(template) {} }
        emitRemoved(objects.remove(path), of: path, from: manager)
    }

    /// Removes one interface of an object, and the object with its last interface. If an object manager is above it, it
    /// emits `InterfacesRemoved`. The standard interfaces stay.
    public func unexport(_ path: ObjectPath, _ interface: InterfaceName) {
        let manager = objects.manager(of: path)
        emitRemoved(objects.remove(interface, at: path).map { [$0] } ?? [], of: path, from: manager)
    }

    private func emitRemoved(_ removed: [any ExportedInterface], of path: ObjectPath, from manager: ObjectPath?) {
        managed.forget(path)
        pendingChanges.remove(path)
        guard let manager, !removed.isEmpty else { return }
        emitBestEffort(
            manager, .objectManager, "InterfacesRemoved", "oas",
            after: removed.compactMap(\.isolation).first { isEmitting(from: $0) }
        ) { writer in
            try path.write(to: &writer)
            try removed.map(\.name.rawValue).write(to: &writer)
        }
    }

    // MARK: Signals

    /// Emits a declared signal of an object, to all listeners or to one connection.
    ///
    /// The signal has the types that introspection shows, because both come from the declaration. Outside the loop's
    /// thread, it returns without waiting; signals keep their order. It reports a closed connection only on the loop's
    /// thread.
    ///
    /// - Parameters:
    ///   - signal: the signal to emit, from the interface of the object.
    ///   - path: the object that sends it.
    ///   - destination: the only receiver; nil for all listeners.
    ///   - values: one for each argument of the signal.
    /// - Throws: ``ConnectionError`` when the connection is closed; ``MarshallingError`` when a value can't be sent.
    public nonisolated func emit<each Value: DBusType>(
        _ signal: SignalDescription<repeat each Value>, at path: ObjectPath, to destination: BusName? = nil,
        _ values: repeat each Value
    ) throws {
        let message = try Message.makeNamed(
            .signal(path: path, interface: signal.interface, member: signal.name, to: destination),
            repeat each values)
        let interface = signal.interface
        if loop.isCurrent {
            try assumeIsolated { try $0.sendInOrder(message, of: interface, at: path) }
        } else {
            loop.perform { self.assumeIsolated { _ = try? $0.sendInOrder(message, of: interface, at: path) } }
        }
    }

    /// Sends a declared signal of an object, and waits until the connection has accepted it. In an `async` function,
    /// Swift selects this overload, so `await` is required.
    // It has its own isolation. Otherwise the compiler's diagnostic would be about that instead of the missing `await`.
    public func emit<each Value: DBusType>(
        _ signal: SignalDescription<repeat each Value>, at path: ObjectPath, to destination: BusName? = nil,
        isolation: isolated (any Actor)? = #isolation, _ values: repeat each Value
    ) async throws {
        try await emit(path, signal.interface, signal.name, to: destination, repeat each values)
    }

    /// Emits any signal, to all listeners or to one connection.
    ///
    /// - Parameters:
    ///   - path: the object that sends it.
    ///   - interface: the interface of the signal.
    ///   - member: its name.
    ///   - destination: the only receiver; nil for all listeners.
    ///   - values: its arguments.
    /// - Throws: ``ConnectionError`` when the connection is closed; ``MarshallingError`` when a value can't be sent.
    public func emit<each Value: DBusArgument>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, to destination: BusName? = nil,
        _ values: repeat each Value
    ) throws
    where repeat (each Value).Wire: DBusWireType {
        let header = MessageHeader.signal(path: path, interface: interface, member: member, to: destination)
        let message = try Message.makeNamed(header, repeat each values)
        do { try sendInOrder(message, of: interface, at: path) } catch { throw header.naming(error) }
    }

    /// Sends `PropertiesChanged` for properties of one interface of an object, with their current values.
    ///
    /// The values are read during this call. So don't call it while you are changing one of them; you may call
    /// ``propertiesDidChange(_:_:_:)`` at any time. If an owner lives outside of the loop's thread, its values are read
    /// a moment later, as if you had called that function.
    ///
    /// Constant and silent properties are skipped. If no property remains, nothing is sent. A property that can't be
    /// read is sent by name only. Properties that aren't exported are logged.
    package func emitPropertiesChanged(_ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]) {
        if objects.isolation(of: interface, at: path) != nil { return recordChange(path, interface, names) }
        managed.forget(path)
        guard let bound = objects.interface(interface, at: path) else { return logMissing(path, interface, names) }
        emitPropertiesChanged(path, bound, names)
    }

    /// Logs changes of properties whose object or interface isn't exported.
    private func logMissing(_ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]) {
        if isClosed { return }
        let hasObject = objects[path.rawValue]?.interfaces.isEmpty == false
        let reason = hasObject ? "the object \(path) has no interface \(interface)" : "no object is exported at \(path)"
        report(names.map { .notExported($0, of: interface, at: path, because: reason) })
    }

    func emitPropertiesChanged(_ path: ObjectPath, _ bound: any ExportedInterface, _ names: [MemberName]) {
        let (changed, invalidated, unknown) = bound.changes(names)
        report(
            unknown.map { .notExported($0, of: bound.name, at: path, because: "the interface has no such property") })
        if changed.isEmpty, invalidated.isEmpty { return }
        emitBestEffort(path, .properties, "PropertiesChanged", "sa{sv}as") { writer in
            try bound.name.rawValue.write(to: &writer)
            let failed = try writer.writeProperties(changed, name: { $0 }) { name, writer in
                try bound.readProperty(name.rawValue, at: path, to: &writer)
            }
            try (invalidated + failed.map(\.name)).map(\.rawValue).write(to: &writer)
            report(failed.map { .leftOut($0.name, of: bound.name, at: path, because: $0.error) })
        }
    }

    /// Sends a signal without reporting errors to the caller. On a closed connection, it does nothing.
    ///
    /// - Parameter isolation: the actor whose recorded changes come first; nil for the loop's thread.
    private func emitBestEffort(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ signature: String,
        after isolation: (any Actor)? = nil, _ write: (inout MessageWriter) throws -> Void
    ) {
        if isClosed { return }
        let header = MessageHeader.signal(path: path, interface: interface, member: member)
        do {
            let message = try Message.make(header, signature: signature, write)
            if let isolation { return queueElsewhere(.signal(message), from: isolation) }
            try sendInOrder(message)
        } catch {
            let subject = Subject(.signal, interface, member, at: path)
            events.record(
                ConnectionEvent(
                    .signalNotSent, .error, "\(subject) cannot be sent: \(error)", subject: subject, error: error))
        }
    }
}
