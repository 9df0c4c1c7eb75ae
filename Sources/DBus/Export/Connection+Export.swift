internal import CDBus

/// Why an object cannot be exported.
public struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

extension Connection {
    // MARK: Exporting

    /// Exports an interface of an actor at a path. `InterfacesAdded` is sent when an object manager is above it.
    ///
    /// The owner has to use this connection's ``loop`` as its executor if any of its members is synchronous. It is kept
    /// until ``unexport(_:)`` or the end of the connection; once that has ended, nothing is exported.
    /// - Throws: ``ExportError`` when the object has an interface of that name already.
    public func export<Owner: Actor>(
        _ interface: Interface<Owner>, of owner: Owner, at path: ObjectPath
    ) throws(ExportError) {
        if isClosed { return }
        let bound = BoundInterface(interface: interface, owner: owner)
        guard objects.add(bound, at: path) else {
            throw ExportError(description: "the object \(path) has an interface \(interface.name) already")
        }
        guard let manager = objects.manager(of: path) else { return }
        emitBestEffort(manager, .objectManager, "InterfacesAdded", to: nil) { writer in
            try path.write(to: &writer)
            try writer.collectingFailure { (writer, failure) throws(EncodingError) in
                try Self.writeInterfaces([bound], at: path, to: &writer, &failure)
            }
        }
    }

    /// Adds `org.freedesktop.DBus.ObjectManager` at a path: it lists the exported objects below.
    public func exportObjectManager(at path: ObjectPath) {
        if !isClosed { objects.makeManager(path) }
    }

    /// Takes an object away. `InterfacesRemoved` is sent when an object manager is above it.
    public func unexport(_ path: ObjectPath) {
        let manager = objects.manager(of: path)
        let names = objects.remove(path).map(\.rawValue)
        guard let manager, !names.isEmpty else { return }
        emitBestEffort(manager, .objectManager, "InterfacesRemoved", to: nil) { writer in
            try path.write(to: &writer)
            try names.write(to: &writer)
        }
    }

    // MARK: Signals

    /// Sends a signal, to everybody who listens or to one connection.
    public func emit<each Value: DBusType>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, to destination: BusName? = nil,
        _ values: repeat each Value
    ) throws {
        let message = try Message.signal(path: path, interface: interface, member: member)
        if let destination { try message.setDestination(destination) }
        try message.append(repeat each values)
        try send(message)
    }

    /// Sends `PropertiesChanged` for properties of one interface of an object, with the values they have now.
    ///
    /// Constant and silent properties are left out; nothing is sent when none is left, or when a value cannot be read.
    public func emitPropertiesChanged(_ path: ObjectPath, _ interface: InterfaceName, _ names: [MemberName]) {
        guard let node = objects[path.rawValue], let bound = node.interfaces.first(where: { $0.name == interface })
        else { return }
        let (changed, invalidated) = bound.changes(names)
        if changed.isEmpty, invalidated.isEmpty { return }
        emitBestEffort(path, .properties, "PropertiesChanged", to: nil) { writer in
            try interface.rawValue.write(to: &writer)
            try writer.writeProperties(changed, name: { $0 }) { name, writer in
                try bound.readProperty(name.rawValue, at: path, to: &writer)
            }
            try invalidated.map(\.rawValue).write(to: &writer)
        }
    }

    /// Sends a signal nobody waits for: on a closed connection it goes nowhere.
    private func emitBestEffort(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, to destination: BusName?,
        _ write: (inout MessageWriter) throws -> Void
    ) {
        guard !isClosed, let message = try? Message.signal(path: path, interface: interface, member: member) else {
            return
        }
        var writer = MessageWriter(message: message.raw)
        guard (try? write(&writer)) != nil else { return }
        _ = try? send(message)
    }

    // MARK: Dispatch

    /// Answers a received call: exactly one reply, from here or from the task that is started here.
    func receiveCall(_ raw: OpaquePointer) {
        guard let path = text(dbus_message_get_path(raw)), let member = text(dbus_message_get_member(raw)) else {
            return
        }
        let interface = text(dbus_message_get_interface(raw))
        var call = MethodCall(
            connection: self,
            // A peer may write any name there.
            sender: hasBus ? text(dbus_message_get_sender(raw)).map { BusName(unchecked: $0) } : nil,
            path: ObjectPath(unchecked: path), interface: InterfaceName(unchecked: interface ?? ""),
            member: MemberName(unchecked: member), expectsReply: dbus_message_get_no_reply(raw) == 0,
            serial: dbus_message_get_serial(raw))
        do {
            let invocation = try find(path, interface, member, &call)
            guard dbus_message_has_signature(raw, invocation.inputSignature) != 0 else {
                let found = text(dbus_message_get_signature(raw)) ?? ""
                throw RemoteError(
                    .invalidArgs,
                    "\(member) takes the signature \(invocation.inputSignature.debugDescription), "
                        + "not \(found.debugDescription)")
            }
            var reader = MessageReader(message: raw)
            switch invocation.body {
            case .synchronous(let body):
                let reply = try Message.methodReturn(to: raw)
                var writer = MessageWriter(message: reply.raw)
                try body(call, &reader, &writer)
                if call.expectsReply { try send(reply) }
            case .asynchronous(let body):
                let run = try body(call, &reader)
                Task { [call] in
                    do {
                        let reply = try await run()
                        if call.expectsReply { try self.send(reply) }
                    } catch {
                        self.reply(error, to: call)
                    }
                }
            }
        } catch {
            reply(error, to: call)
        }
    }

    private func reply(_ error: any Error, to call: MethodCall) {
        guard call.expectsReply, let message = try? Message.error(RemoteError(replyFor: error), to: call) else {
            return
        }
        _ = try? send(message)
    }

    private func find(
        _ path: String, _ interface: String?, _ member: String, _ call: inout MethodCall
    ) throws(RemoteError) -> Invocation {
        guard let node = objects[path] else {
            throw RemoteError(.unknownObject, "there is no object \(path)")
        }
        for candidate in node.interfaces where interface == nil || candidate.name.rawValue == interface {
            guard let found = candidate.invocation(of: member) else { continue }
            call.interface = candidate.name
            return found
        }
        if let found = standardInvocation(interface, member, at: node) {
            if interface == nil, let name = StandardInterfaces.name(of: member) { call.interface = name }
            return found
        }
        guard let interface else {
            throw RemoteError(.unknownMethod, "the object \(path) has no method \(member)")
        }
        guard node.interfaces.contains(where: { $0.name.rawValue == interface }) || Self.isStandard(interface, at: node)
        else {
            throw RemoteError(.unknownInterface, "the object \(path) has no interface \(interface)")
        }
        throw RemoteError(.unknownMethod, "the interface \(interface) has no method \(member)")
    }
}
