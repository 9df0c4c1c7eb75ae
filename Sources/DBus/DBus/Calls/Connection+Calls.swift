internal import CTodayDBus

/// The receiver of the reply to one call. Used only on the loop's thread.
struct ReplyWaiter {
    /// The timer of the call's deadline, for canceling it.
    let timer: EventLoop.Timer?
    /// Called exactly once. A reply is valid only during the call.
    let finish: (Result<Message, any Error>) -> Void
}

extension Connection {
    /// The default time that a call waits for its reply: 25 s, as in libdbus and sd-bus.
    public static let defaultTimeout: Duration = .seconds(25)

    // These are the same as the methods in Connection+RemoteInterface.swift, with the target in parts. The interface may
    // be nil; then the first interface with that method is used.

    @_disfavoredOverload
    package nonisolated func call<each Argument: DBusArgument, each Result: DBusType>(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, _ member: MemberName,
        timeout: Duration = defaultTimeout, options: CallOptions = [], _ arguments: repeat each Argument
    ) async throws -> (repeat each Result)
    where repeat (each Argument).Wire: DBusWireType {
        let header = MessageHeader.methodCall(
            to: destination, path: path, interface: interface, member: member, options: options)
        let message = try Message.makeNamed(header, repeat each arguments)
        let results: Values<repeat each Result> = try await send(message, header, timeout: timeout) { [events] reply in
            try Values(reply: reply, to: header, events)
        }
        return results.values
    }

    package nonisolated func call<each Argument: DBusArgument, Result: DBusType>(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, _ member: MemberName,
        timeout: Duration = defaultTimeout, options: CallOptions = [], _ arguments: repeat each Argument
    ) async throws -> Result
    where repeat (each Argument).Wire: DBusWireType {
        let header = MessageHeader.methodCall(
            to: destination, path: path, interface: interface, member: member, options: options)
        let message = try Message.makeNamed(header, repeat each arguments)
        let results: Values<Result> = try await send(message, header, timeout: timeout) { [events] reply in
            try Values(reply: reply, to: header, events)
        }
        return results.values
    }

    @_disfavoredOverload
    package nonisolated func call<each Argument: DBusArgument, each Result: DBusType>(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, _ member: MemberName,
        timeout: Duration = defaultTimeout, options: CallOptions = [], _ arguments: repeat each Argument
    ) async throws -> Reply<(repeat each Result)>
    where repeat (each Argument).Wire: DBusWireType {
        let header = MessageHeader.methodCall(
            to: destination, path: path, interface: interface, member: member, options: options)
        let message = try Message.makeNamed(header, repeat each arguments)
        return try await send(message, header, timeout: timeout) { [events] reply in
            Reply(
                value: try Values<repeat each Result>(reply: reply, to: header, events).values, position: reply.position
            )
        }
    }

    package nonisolated func call<each Argument: DBusArgument, Result: DBusType>(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, _ member: MemberName,
        timeout: Duration = defaultTimeout, options: CallOptions = [], _ arguments: repeat each Argument
    ) async throws -> Reply<Result>
    where repeat (each Argument).Wire: DBusWireType {
        let header = MessageHeader.methodCall(
            to: destination, path: path, interface: interface, member: member, options: options)
        let message = try Message.makeNamed(header, repeat each arguments)
        return try await send(message, header, timeout: timeout) { [events] reply in
            Reply(value: try Values<Result>(reply: reply, to: header, events).values, position: reply.position)
        }
    }

    package nonisolated func call<each Argument: DBusArgument>(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, _ member: MemberName,
        timeout: Duration = defaultTimeout, options: CallOptions = [], _ arguments: repeat each Argument
    ) async throws
    where repeat (each Argument).Wire: DBusWireType {
        let header = MessageHeader.methodCall(
            to: destination, path: path, interface: interface, member: member, options: options)
        let message = try Message.makeNamed(header, repeat each arguments)
        try await send(message, header, timeout: timeout) { _ in }
    }

    package func callWithoutReply<each Argument: DBusArgument>(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, _ member: MemberName,
        options: CallOptions = [], _ arguments: repeat each Argument
    ) throws
    where repeat (each Argument).Wire: DBusWireType {
        let header = MessageHeader.methodCall(
            to: destination, path: path, interface: interface, member: member, noReply: true, options: options)
        try sendInOrder(header, repeat each arguments)
    }

    /// Calls a method whose argument and result types are known only at run time.
    ///
    /// - Parameters:
    ///   - values: the arguments, each of its own type and not in a variant.
    ///   - finish: called with the reply on the loop's thread, in order of arrival with signals.
    /// - Throws: ``ConnectionError`` when the connection is closed; ``MarshallingError`` when an argument can't be
    ///   sent.
    package func call(
        _ destination: BusName?, path: ObjectPath, interface: InterfaceName?, _ member: MemberName,
        timeout: Duration = defaultTimeout, options: CallOptions = [], values: [DBusValue],
        finish: @escaping @Sendable (Result<[DBusValue], any Error>) -> Void
    ) throws {
        let header = MessageHeader.methodCall(
            to: destination, path: path, interface: interface, member: member, options: options)
        let message = try Message.make(header, bare: values)
        emitPendingChanges()
        try send(message, header, timeout: timeout) { outcome in
            finish(header.naming { try ReceivedBody.read(outcome.get()) { try DBusValue.readAll(from: &$0) } })
        }
    }

    /// A closure for the result of a call.
    ///
    /// In optimized code, Swift 6.3 crashes for a task-local value that is a closure itself.
    package struct ResultHandler: Sendable {
        let handle: @Sendable () -> Void

        package init(_ handle: @escaping @Sendable () -> Void) { self.handle = handle }
    }

    /// Called when the result of a call of this task arrives, not for errors: on the loop's thread, before later messages
    /// are handled. A task on that thread resumes after messages that were read together with the reply.
    @TaskLocal package static var onResult: ResultHandler?

    /// Calls a method of an interface that has one result.
    ///
    /// - Parameter finish: called with the reply on the loop's thread, in order of arrival with signals.
    func call<each Argument: DBusArgument, Value: DBusType>(
        _ remote: RemoteInterface, _ member: MemberName, timeout: Duration, options: CallOptions,
        _ arguments: repeat each Argument, finish: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) throws
    where repeat (each Argument).Wire: DBusWireType {
        let header = MessageHeader.methodCall(
            to: remote.destination, path: remote.path, interface: remote.interface, member: member, options: options)
        try send(Message.makeNamed(header, repeat each arguments), header, timeout: timeout) { [events] outcome in
            finish(header.naming { try Values<Value>(reply: outcome.get(), to: header, events).values })
        }
    }

    /// Sends a call, and decodes its reply on the loop's thread.
    ///
    /// - Parameter isolation: the caller's. Without it, the closure of the cancellation handler leaves the caller's
    ///   executor.
    private func send<R: Sendable>(
        _ message: Message, _ header: MessageHeader, timeout: Duration,
        isolation: isolated (any Actor)? = #isolation, decode: @escaping @Sendable (Message) throws -> R
    ) async throws -> R {
        try Task.checkCancellation()
        if timeout <= .zero { throw header.naming(Self.late(timeout)) }
        if hasChangesToEmit { await emitChangesBeforeCall() }
        let cell = SerialCell()
        let onResult = Self.onResult
        let suspension = Suspension<Result<R, any Error>>(on: loop)
        let finish = { @Sendable (outcome: Result<Message, any Error>) in
            let result = header.naming { try decode(outcome.get()) }
            if case .success = result { onResult?.handle() }
            suspension.resume(returning: result)
        }
        sendFromAnywhere(message, header, timeout: timeout, cell, finish)
        return try await withTaskCancellationHandler {
            _ = isolation
            return try await suspension.value().get()
        } onCancel: {
            Task { await self.cancel(cell) }
        }
    }

    /// Whether a call from the loop's thread has to wait for recorded changes.
    private nonisolated var hasChangesToEmit: Bool {
        loop.isCurrent && assumeIsolated { !$0.pendingChanges.isEmpty || $0.waitingCalls > 0 }
    }

    /// Sends the recorded changes, before a call.
    private func emitChangesBeforeCall() async {
        // A task that was started in place may run in the middle of other code here. After the yield it doesn't.
        // A later call waits behind this one, even if the changes are emitted first.
        waitingCalls += 1
        await loop.yield()
        waitingCalls -= 1
        emitPendingChanges()
    }

    private nonisolated func sendFromAnywhere(
        _ message: Message, _ header: MessageHeader, timeout: Duration, _ cell: SerialCell,
        _ finish: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        if loop.isCurrent { return assumeIsolated { $0.send(message, header, timeout: timeout, cell, finish) } }
        loop.perform {
            self.assumeIsolated {
                $0.emitPendingChanges()
                $0.send(message, header, timeout: timeout, cell, finish)
            }
        }
    }

    private func send(
        _ message: Message, _ header: MessageHeader, timeout: Duration, _ cell: SerialCell,
        _ finish: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        if cell.isCancelled { return finish(.failure(CancellationError())) }
        do { cell.serial = try send(message, header, timeout: timeout, finish: finish) } catch {
            finish(.failure(error))
        }
    }

    /// Sends a call, and returns its serial. If this throws, `finish` is not called.
    @discardableResult
    private func send(
        _ message: Message, _ header: MessageHeader, timeout: Duration,
        finish: @escaping (Result<Message, any Error>) -> Void
    ) throws -> UInt32 {
        // The reply cannot be read before this returns: reading happens on this thread too.
        let serial = try send(message)
        let timer = loop.schedule(at: .now + timeout) { [weak self] in
            self?.assumeIsolated { $0.timeOut(serial, after: timeout) }
        }
        guard pending.add(ReplyWaiter(timer: timer, finish: finish), serial: serial) else {
            loop.cancel(timer)
            throw ConnectionError.isClosed
        }
        return serial
    }

    private func timeOut(_ serial: UInt32, after limit: Duration) {
        pending.remove(serial: serial)?.finish(.failure(Self.late(limit)))
    }

    static func late(_ limit: Duration) -> ConnectionError {
        if limit <= .zero {
            return ConnectionError(.timedOut, "the timeout is \(limit): nothing was sent")
        }
        return ConnectionError(
            .timedOut,
            "no reply within \(limit); the call may still complete, and a larger timeout waits longer")
    }

    private func cancel(_ cell: SerialCell) {
        cell.isCancelled = true
        guard let serial = cell.serial, let waiter = pending.remove(serial: serial) else { return }
        if let timer = waiter.timer { loop.cancel(timer) }
        waiter.finish(.failure(CancellationError()))
    }
}

/// Carries a call's serial to its cancellation.
private final class SerialCell: @unchecked Sendable {
    // Invariant: read and written on the loop's thread alone.
    var serial: UInt32?
    /// Whether it is canceled, perhaps before it was sent.
    var isCancelled = false
}
