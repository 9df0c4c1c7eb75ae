internal import CTodayDBus

/// Finds the handler of an arrived call, and answers the call.
extension Connection {
    /// Returns the caller and the target of a received call.
    func call(_ message: Message) -> MethodCall? {
        let raw = message.raw
        guard let path = text(dbus_message_get_path(raw)), let member = text(dbus_message_get_member(raw)) else {
            return nil
        }
        let interface = text(dbus_message_get_interface(raw))
        return MethodCall(
            connection: self,
            // A peer may write any name there.
            sender: hasBus ? text(dbus_message_get_sender(raw)).map { BusName(unchecked: $0) } : nil,
            path: ObjectPath(unchecked: path), interface: InterfaceName(unchecked: interface ?? ""),
            member: MemberName(unchecked: member), expectsReply: dbus_message_get_no_reply(raw) == 0,
            allowsInteractiveAuthorization: dbus_message_get_allow_interactive_authorization(raw) != 0,
            serial: dbus_message_get_serial(raw))
    }

    /// Answers an allowed call: exactly one reply, sent here or by the task that is started here.
    func dispatch(_ message: Message, _ received: MethodCall) {
        var call = received
        synchronousHandlers += 1
        defer {
            synchronousHandlers -= 1
            handlerEnded(nil)
        }
        let invocation: Invocation
        do throws(RemoteError) {
            invocation = try find(&call, message)
            // The caller discards the result.
            if invocation.onlyReads, !call.expectsReply { return }
            try check(message, invocation, call)
        } catch {
            return refuse(call, error)
        }
        do {
            switch invocation.body {
            case .synchronous(let body):
                let reply = try read(message, invocation, call) { reader in
                    try Message.make(.methodReturn(to: call), signature: invocation.outputSignature) { writer in
                        try body(call, &reader, &writer)
                    }
                }
                emitPendingChanges()
                if call.expectsReply { try send(reply) }
            case .asynchronous(let body):
                let run = try read(message, invocation, call) { reader in try body(call, &reader) }
                let number = handlers.next()
                incoming.inbox.startAnswering(call.inboxSender)
                let task = HandlerTask.$current.withValue(.init(connection: ObjectIdentifier(self), number: number)) {
                    Task { [call, isolations = invocation.isolations] in
                        let answer: Result<Message, any Error>
                        do { answer = .success(try await run()) } catch { answer = .failure(error) }
                        await self.waitUntilSent(from: isolations)
                        do {
                            let reply = try answer.get()
                            self.emitPendingChanges()
                            if call.expectsReply { try self.send(reply) }
                        } catch {
                            self.reply(error, to: call)
                        }
                        self.handlers.remove(number)
                        self.incoming.inbox.finishAnswering(call.inboxSender)
                        self.handlerEnded(number)
                    }
                }
                // The task hasn't started: it needs this thread.
                handlers.add(task, number)
            case .later(let body):
                try read(message, invocation, call) { reader in try body(call, &reader) }
                emitPendingChanges()
            case .made(let body):
                let reply = try body(call)
                if call.expectsReply { try send(reply) }
            }
        } catch {
            reply(error, to: call)
        }
    }

    /// Reads the arguments of a call.
    private func read<R>(
        _ message: Message, _ invocation: Invocation, _ call: MethodCall, _ body: (inout MessageReader) throws -> R
    ) throws -> R {
        try ReceivedBody.read(message) { reader in
            reader.declared = invocation.inputs
            let result = try body(&reader)
            events.record(reader.skipped, of: call.subject, from: call.sender)
            return result
        }
    }

    /// Answers a call with a ``DeferredReply``.
    ///
    /// - Parameter isLate: whether its handler has already returned.
    func reply(to call: MethodCall, isLate: Bool, _ make: () throws -> Message) {
        if isLate { incoming.inbox.finishAnswering(call.inboxSender) }
        emitPendingChanges()
        if isClosed || !call.expectsReply { return }
        do { _ = try send(try make()) } catch { reply(error, to: call) }
    }

    func reply(_ error: any Error, to call: MethodCall, isLate: Bool) {
        if isLate { incoming.inbox.finishAnswering(call.inboxSender) }
        if !isClosed { reply(error, to: call) }
    }

    /// Answers a call whose handler threw an error.
    func reply(_ error: any Error, to call: MethodCall) {
        let access = error as? PropertyAccessError
        let (error, subject) = (access?.error ?? error, access?.subject ?? call.subject)
        switch error {
        case let refusal as PropertyRefusal:
            logRefusal(refusal.error, of: call, about: subject)
            reply(refusal.error, to: call)
        case is UnmarshallingError:
            let error = RemoteError(replyFor: error, of: subject)
            logRefusal(error, of: call, about: subject)
            reply(error, to: call)
        default:
            logFailure(error, of: subject, for: call)
            reply(RemoteError(replyFor: error, of: subject), to: call)
        }
    }

    /// Answers a call with an error that isn't logged.
    func reply(_ error: RemoteError, to call: MethodCall) {
        emitPendingChanges()
        guard call.expectsReply, let message = try? Message.error(error, to: call) else { return }
        _ = try? send(message)
    }

    /// Answers a call that reaches no handler.
    func refuse(_ call: MethodCall, _ error: RemoteError) {
        logRefusal(error, of: call, about: call.subject)
        reply(error, to: call)
    }

    /// Whether a call may reach its handler.
    private func check(_ message: Message, _ invocation: Invocation, _ call: MethodCall) throws(RemoteError) {
        if dbus_message_has_signature(message.raw, invocation.inputSignature) == 0 {
            let found = text(dbus_message_get_signature(message.raw)) ?? ""
            let which = Argument.mismatch(invocation.inputSignature, found, "argument", invocation.inputs)
            throw RemoteError(
                .invalidArgs,
                "\(call.subject) takes the signature \(invocation.inputSignature.quoted), "
                    + "not \(found.quoted)" + (which.map { ": \($0)" } ?? ""))
        }
        if invocation.mayReplyLater, incoming.inbox.unanswered(of: call.inboxSender) >= incoming.limits.handlers {
            throw RemoteError(
                .limitsExceeded,
                "\(call.member): \(incoming.limits.handlers) calls of the same sender are already in progress")
        }
    }

    private func find(_ call: inout MethodCall, _ message: Message) throws(RemoteError) -> Invocation {
        let (path, member) = (call.path.rawValue, call.member.rawValue)
        let interface = call.interface.rawValue.isEmpty ? nil : call.interface.rawValue
        var interfaces = objects.interfaces(at: path)
        if interfaces == nil {
            exportCalledChild(call, message)
            interfaces = objects.interfaces(at: path)
        }
        for candidate in interfaces ?? [] where interface == nil || candidate.name.rawValue == interface {
            guard let found = candidate.invocation(of: member) else { continue }
            call.interface = candidate.name
            return found
        }
        guard let node = objects[path] else {
            // D-Bus specification, "org.freedesktop.DBus.Peer": the path doesn't matter.
            if interface == InterfaceName.peer.rawValue,
                let found = standardInvocation(interface, member, at: ObjectTree.Node())
            {
                return found
            }
            throw RemoteError(.unknownObject, "the object \(path) doesn't exist")
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
