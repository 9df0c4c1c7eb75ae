internal import CDBus

/// Why an object cannot be exported.
public struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without its full stop, which says what to do.
    public let description: String
}

extension Connection {
    // MARK: Exporting

    /// Exports an interface of an actor at a path. `InterfacesAdded` is sent when an object manager is above it.
    ///
    /// The owner has to use this connection's ``loop`` as its executor if any of its members is synchronous, as properties
    /// are. It is kept, and keeps the connection open, until ``unexport(_:)`` or the end of the connection; once that has
    /// ended, nothing is exported.
    /// - Throws: ``ExportError`` when the object has an interface of that name already, or its owner is on another thread
    ///   than its synchronous members are called on.
    public func export<Owner: Actor>(
        _ interface: Interface<Owner>, of owner: Owner, at path: ObjectPath
    ) throws(ExportError) {
        if isClosed { return }
        try checkThread(of: owner, for: interface)
        guard add(BoundInterface(interface: interface, owner: owner), at: path) else {
            throw ExportError(
                description: "the object \(path) has an interface \(interface.name) already; unexport(_:) takes it away"
            )
        }
    }

    /// Exports an interface of an actor at each path directly below another one, from the first call on that names the
    /// interface, or none: for objects that are not known before somebody calls them.
    ///
    /// Before that call the object is not there for introspection. A handler that has to know which object is called takes
    /// the ``MethodCall``, a property the ``ObjectPath``. ``unexport(_:)`` takes away an object, and with `path` what makes
    /// new ones; it leaves those that are there.
    ///
    /// - Parameters:
    ///   - interface: what each of the objects has.
    ///   - owner: the actor that answers for all of them.
    ///   - path: the object that they are below.
    ///   - exists: whether there is to be an object with this as the last element of its path; on the loop's thread.
    /// - Throws: ``ExportError``, as ``export(_:of:at:)`` does.
    public func exportChildren<Owner: Actor>(
        _ interface: Interface<Owner>, of owner: Owner, below path: ObjectPath,
        where exists: @escaping @Sendable (Substring) -> Bool
    ) throws(ExportError) {
        if isClosed { return }
        try checkThread(of: owner, for: interface)
        guard objects[path.rawValue]?.template == nil else {
            throw ExportError(description: "the object \(path) has an interface for its children already")
        }
        objects.addTemplate(
            ObjectTree.ChildTemplate(interface: BoundInterface(interface: interface, owner: owner), exists: exists),
            at: path)
    }

    /// Exports the object that is called, if it is one that is made by its first call.
    func exportCalledChild(_ path: ObjectPath, _ interface: InterfaceName) {
        if let missing = objects.missingInterface(at: path, called: interface) { _ = add(missing, at: path) }
    }

    /// Otherwise the first call from outside would end the process.
    private func checkThread<Owner: Actor>(of owner: Owner, for interface: Interface<Owner>) throws(ExportError) {
        guard !interface.hasSynchronousMembers || owner.unownedExecutor.isSame(as: unownedExecutor) else {
            throw ExportError(
                description: "\(interface.name) has properties or synchronous methods, and \(Owner.self) does not run "
                    + "on the connection's loop: give it `nonisolated var unownedExecutor: UnownedSerialExecutor "
                    + "{ connection.unownedExecutor }`, or have only methods of the kind Method.async")
        }
    }

    /// Returns false if the object has an interface of that name.
    private func add(_ bound: any ExportedInterface, at path: ObjectPath) -> Bool {
        guard objects.add(bound, at: path) else { return false }
        managed.forget(path)
        guard let manager = objects.manager(of: path) else { return true }
        emitBestEffort(manager, .objectManager, "InterfacesAdded", "oa{sa{sv}}") { writer in
            try path.write(to: &writer)
            report(try Self.writeInterfaces([bound], at: path, to: &writer))
        }
        return true
    }

    /// Takes an object away. `InterfacesRemoved` is sent when an object manager is above it.
    public func unexport(_ path: ObjectPath) {
        let manager = objects.manager(of: path)
        // The owner of a template may die with it, and use the connection while dying.
        let template = objects[path.rawValue]?.template
        defer { withExtendedLifetime(template) {} }
        let removed = objects.remove(path)
        managed.forget(path)
        let names = removed.map(\.name.rawValue)
        guard let manager, !names.isEmpty else { return }
        emitBestEffort(manager, .objectManager, "InterfacesRemoved", "oas") { writer in
            try path.write(to: &writer)
            try names.write(to: &writer)
        }
    }

    // MARK: Signals

    /// Sends a declared signal of an object, to everybody who listens or to one connection.
    ///
    /// What is sent has the types that introspection shows, because both come from the declaration.
    ///
    /// - Parameters:
    ///   - signal: what is sent, as the interface of the object lists it.
    ///   - path: the object that sends it.
    ///   - destination: who alone gets it; nil is everybody who listens.
    ///   - values: one for each argument of the signal.
    /// - Throws: ``ConnectionError`` when the connection is closed; ``MarshallingError`` when a value cannot be sent.
    public func emit<each Value: DBusType>(
        _ signal: SignalDescription<repeat each Value>, at path: ObjectPath, to destination: BusName? = nil,
        _ values: repeat each Value
    ) throws {
        try emit(path, signal.interface, signal.name, to: destination, repeat each values)
    }

    /// Sends any signal, to everybody who listens or to one connection.
    ///
    /// - Parameters:
    ///   - path: the object that sends it.
    ///   - interface: the interface of the signal.
    ///   - member: its name.
    ///   - destination: who alone gets it; nil is everybody who listens.
    ///   - values: its arguments.
    /// - Throws: ``ConnectionError`` when the connection is closed; ``MarshallingError`` when a value cannot be sent.
    public func emit<each Value: DBusArgument>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, to destination: BusName? = nil,
        _ values: repeat each Value
    ) throws
    where repeat (each Value).Wire: DBusWireType {
        try sendInOrder(
            Message.make(
                .signal(path: path, interface: interface, member: member, to: destination), repeat each values))
    }

    /// Sends `PropertiesChanged` for properties of one interface of an object, with the values they have now.
    ///
    /// They are read during this call, so that its caller must not be in the middle of changing one of them;
    /// ``propertiesDidChange(_:_:_:)`` may be called at any moment.
    ///
    /// Constant and silent properties are left out, and nothing is sent when none is left. Of one that cannot be read only
    /// the name is told.
    public func emitPropertiesChanged(_ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]) {
        managed.forget(path)
        guard let node = objects[path.rawValue], let bound = node.interfaces.first(where: { $0.name == interface })
        else { return }
        let (changed, invalidated) = bound.changes(names)
        if changed.isEmpty, invalidated.isEmpty { return }
        emitBestEffort(path, .properties, "PropertiesChanged", "sa{sv}as") { writer in
            try interface.rawValue.write(to: &writer)
            let failed = try writer.writeProperties(changed, name: { $0 }) { name, writer in
                try bound.readProperty(name.rawValue, at: path, to: &writer)
            }
            try (invalidated + failed.map(\.name)).map(\.rawValue).write(to: &writer)
            report(
                failed.map { PropertyFailure(path: path, interface: interface, property: $0.name, error: $0.error) })
        }
    }

    /// Sends a signal nobody waits for: on a closed connection it goes nowhere.
    private func emitBestEffort(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ signature: String,
        _ write: (inout MessageWriter) throws -> Void
    ) {
        if isClosed { return }
        let header = MessageHeader.signal(path: path, interface: interface, member: member)
        guard let message = try? Message.make(header, signature: signature, write) else { return }
        _ = try? sendInOrder(message)
    }
}
