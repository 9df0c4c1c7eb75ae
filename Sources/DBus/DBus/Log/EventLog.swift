/// The event log of a connection.
final class EventLog: Sendable {
    /// A struct for the closure. Each access to a closure directly in a `Locked` wraps it once more and stores the
    /// result: calls become slower until the stack overflows. A closure in a struct's member is stored unchanged.
    private struct Handler: Sendable {
        var handle: (@Sendable (ConnectionEvent) -> Void)?
    }

    private let handler = Locked(Handler())

    func set(_ handler: (@Sendable (ConnectionEvent) -> Void)?) { self.handler.withLock { $0.handle = handler } }

    /// Reports an event, which is created only if a handler is set.
    func record(_ event: @autoclosure () -> ConnectionEvent) {
        if let handle = handler.withLock({ $0.handle }) { handle(event()) }
    }
}

extension Connection {
    /// Sets a function that gets the events that no call or sequence reports; nil removes it.
    ///
    /// A connection has one log; a new one replaces the old one. It is called on the thread of the event, usually the
    /// thread of the ``loop``, and must not block. Thrown errors and the end of a stream aren't events.
    ///
    /// ```swift
    /// bus.setLog { event in print("\(event.level): \(event)") }
    /// ```
    ///
    /// - Parameter log: called with an event.
    public nonisolated func setLog(_ log: (@Sendable (ConnectionEvent) -> Void)?) { events.set(log) }

    /// Logs the error of a handler, unless the service has named it, or the end of the connection has interrupted it.
    func logFailure(_ error: any Error, of subject: Subject, for call: MethodCall) {
        if error is any DBusErrorConvertible || error is CancellationError { return }
        if let error = error as? ConnectionError, error.code == .closed, isClosed { return }
        let caller = call.sender.map { " for \($0)" } ?? ""
        events.record(
            ConnectionEvent(
                .handlerFailed, .error, "\(subject) failed\(caller): \(error)", subject: subject, peer: call.sender,
                error: error))
    }

    /// Logs properties that can't be read, and so are missing among several.
    func report(_ failures: [ConnectionEvent]) { for failure in failures { events.record(failure) } }

    /// Logs that the other side has disconnected. With a peer, that is normal.
    func logDisconnection() {
        let name = uniqueName.map { " \($0)" } ?? ""
        events.record(
            ConnectionEvent(
                .disconnected, hasBus ? .error : .info,
                hasBus ? "lost the connection\(name) to the bus" : "the peer has disconnected"))
    }

    /// Logs a signal that is skipped because it exceeds the size limit.
    func logTooLarge(_ message: Message, _ arrival: Arrival) {
        guard let signal = SignalHeader(message, fromBus: hasBus) else { return }
        let subject = Subject(
            .signal, InterfaceName(unchecked: signal.interface), MemberName(unchecked: signal.member),
            at: ObjectPath(unchecked: signal.path))
        let sender = arrival.sender.map { " from \($0)" } ?? ""
        events.record(
            ConnectionEvent(
                .signalDropped, .warning,
                "\(subject)\(sender) has \(arrival.size) bytes, more than \(incoming.limits.messageBytes)",
                subject: subject, peer: arrival.sender))
    }

    /// Logs a call that reaches no handler.
    ///
    /// - Parameter subject: the subject of the call: the method, or the property that it reads or sets.
    func logRefusal(_ error: RemoteError, of call: MethodCall, about subject: Subject) {
        events.record(.refused(error, of: call, about: subject))
    }
}

extension EventLog {
    /// Logs the keys that a reader has skipped.
    func record(
        _ skipped: [UnmarshallingError], of subject: @autoclosure () -> Subject?, from peer: BusName? = nil
    ) {
        if skipped.isEmpty { return }
        let subject = subject()
        for error in skipped {
            let error = subject.map { error.at("\($0)") } ?? error
            record(
                ConnectionEvent(
                    .keySkipped, .warning, "\(error), so it is treated as absent", subject: subject, peer: peer,
                    error: error))
        }
    }
}

extension ConnectionEvent {
    /// Makes an event for a property that could not be read when several were sent, and was left out. A service that has
    /// named the error means it.
    static func leftOut(
        _ property: MemberName, of interface: InterfaceName, at path: ObjectPath, because error: any Error
    ) -> ConnectionEvent {
        let subject = Subject(.property, interface, property, at: path)
        let named = (error as? any DBusErrorConvertible)?.remoteError
        return ConnectionEvent(
            .propertyUnreadable, named == nil ? .error : .info, "\(subject) is left out: \(named ?? error)",
            subject: subject, error: error)
    }

    /// Makes an event for a refused call. The sentence names the subject once.
    static func refused(_ error: RemoteError, of call: MethodCall, about subject: Subject) -> ConnectionEvent {
        let reason = error.message.isEmpty ? error.name.rawValue : error.message
        let text =
            reason.hasPrefix(subject.description)
            ? "a call\(call.sender.map { " from \($0)" } ?? "") is refused: \(reason)"
            : "\(call.subject) is refused\(call.sender.map { " for \($0)" } ?? ""): \(reason)"
        return ConnectionEvent(
            .callRefused, error.name == .limitsExceeded ? .warning : .info, text, subject: subject, peer: call.sender,
            error: error)
    }

    /// Makes an event for a change of a property that isn't exported.
    static func notExported(
        _ property: MemberName, of interface: InterfaceName, at path: ObjectPath, because reason: String
    ) -> ConnectionEvent {
        let subject = Subject(.property, interface, property, at: path)
        return ConnectionEvent(
            .propertyNotExported, .error, "cannot announce a change of \(subject): \(reason)", subject: subject)
    }

    /// Makes an event for a full stream of signals, for the `count`th time.
    static func dropped(_ count: Int, of rule: MatchRule) -> ConnectionEvent {
        ConnectionEvent(
            .signalDropped, .warning,
            "the signals of \(rule.text) are read too slowly: \(count) dropped so far")
    }

    /// Makes an event for a signal that can't be read as the requested types.
    static func unreadable(_ signal: Signal, because error: UnmarshallingError) -> ConnectionEvent {
        ConnectionEvent(
            .signalUnreadable, .warning, "\(error), so it is skipped", subject: signal.subject, peer: signal.sender,
            error: error)
    }
}
