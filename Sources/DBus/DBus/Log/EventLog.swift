/// Where the events of a connection go.
final class EventLog: Sendable {
    /// A closure that stands alone in a `Locked` is wrapped once more by each access, and stored so: calls of it become
    /// slower until the stack overflows. A member of a structure is stored as it is.
    private struct Handler: Sendable {
        var handle: (@Sendable (ConnectionEvent) -> Void)?
    }

    private let handler = Locked(Handler())

    func set(_ handler: (@Sendable (ConnectionEvent) -> Void)?) { self.handler.withLock { $0.handle = handler } }

    /// Reports an event, which is made only if there is a handler.
    func tell(_ event: @autoclosure () -> ConnectionEvent) {
        if let handle = handler.withLock({ $0.handle }) { handle(event()) }
    }
}

extension Connection {
    /// Calls `log` with what happens here and would not be noticed otherwise; nil is nobody.
    ///
    /// There is one for each connection; a new one takes the place of the old one. It is called on the thread where the
    /// event happens, mostly that of the ``loop``, and must not wait. What is thrown here, or what a stream tells with its
    /// end, is no event.
    ///
    /// ```swift
    /// bus.setLog { event in print("\(event.level): \(event)") }
    /// ```
    ///
    /// - Parameter log: takes an event.
    public nonisolated func setLog(_ log: (@Sendable (ConnectionEvent) -> Void)?) { events.set(log) }

    /// A handler threw an error. It is logged unless it is one that the service has named.
    func logFailure(_ error: any Error, of subject: Subject, for call: MethodCall) {
        if error is any DBusErrorConvertible || error is CancellationError { return }
        let caller = call.sender.map { " for \($0)" } ?? ""
        events.tell(
            ConnectionEvent(
                .handlerFailed, .error, "\(subject) failed\(caller): \(error)", subject: subject, peer: call.sender,
                error: error))
    }

    /// Properties are left out where several are told, as they cannot be read.
    func report(_ failures: [ConnectionEvent]) { for failure in failures { events.tell(failure) } }

    /// The other side has gone. With a peer that is as it is meant to be.
    func logDisconnection() {
        let name = uniqueName.map { " \($0)" } ?? ""
        events.tell(
            ConnectionEvent(
                .disconnected, hasBus ? .error : .info,
                hasBus ? "the bus has ended the connection\(name), or has gone" : "the peer has gone"))
    }

    /// A signal is passed over that is longer than what is taken.
    func logTooLarge(_ message: Message, _ arrival: Arrival) {
        guard let signal = SignalHeader(message, fromBus: hasBus) else { return }
        let subject = Subject(
            .signal, InterfaceName(unchecked: signal.interface), MemberName(unchecked: signal.member),
            at: ObjectPath(unchecked: signal.path))
        let sender = arrival.sender.map { " from \($0)" } ?? ""
        events.tell(
            ConnectionEvent(
                .signalDropped, .warning,
                "\(subject)\(sender) has \(arrival.size) bytes, and at most \(incoming.limits.messageBytes) are taken",
                subject: subject, peer: arrival.sender))
    }

    /// A call reaches no handler.
    ///
    /// - Parameter subject: what it is about: the method, or the property that it reads or sets.
    func logRefusal(_ error: RemoteError, of call: MethodCall, about subject: Subject) {
        events.tell(.refused(error, of: call, about: subject))
    }
}

extension EventLog {
    /// Tells of the keys that a reader has passed over.
    func tell(
        _ skipped: [UnmarshallingError], of subject: @autoclosure () -> Subject?, from peer: BusName? = nil
    ) {
        if skipped.isEmpty { return }
        let subject = subject()
        for error in skipped {
            let error = subject.map { error.at("\($0)") } ?? error
            tell(
                ConnectionEvent(
                    .keySkipped, .warning, "\(error), and counts as absent", subject: subject, peer: peer,
                    error: error))
        }
    }
}

extension ConnectionEvent {
    /// A property that could not be read when it was to be sent together with others, and was left out.
    static func leftOut(
        _ property: MemberName, of interface: InterfaceName, at path: ObjectPath, because error: any Error
    ) -> ConnectionEvent {
        let subject = Subject(.property, interface, property, at: path)
        return ConnectionEvent(
            .propertyUnreadable, .error, "\(subject) is left out: \(error)", subject: subject, error: error)
    }

    /// A call that is refused. The sentence names the subject once.
    static func refused(_ error: RemoteError, of call: MethodCall, about subject: Subject) -> ConnectionEvent {
        let reason = error.message.isEmpty ? error.name.rawValue : error.message
        let text =
            reason.hasPrefix(subject.description)
            ? "a call\(call.sender.map { " of \($0)" } ?? "") is refused: \(reason)"
            : "\(call.subject) is refused\(call.sender.map { " for \($0)" } ?? ""): \(reason)"
        return ConnectionEvent(
            .callRefused, error.name == .limitsExceeded ? .warning : .info, text, subject: subject, peer: call.sender,
            error: error)
    }

    /// A change of a property that is not exported.
    static func notExported(
        _ property: MemberName, of interface: InterfaceName, at path: ObjectPath, because reason: String
    ) -> ConnectionEvent {
        let subject = Subject(.property, interface, property, at: path)
        return ConnectionEvent(
            .propertyNotExported, .error, "\(subject) has changed, and nobody is told: \(reason)", subject: subject)
    }

    /// A stream of signals is full, for the `count`th time.
    static func dropped(_ count: Int, of rule: MatchRule) -> ConnectionEvent {
        ConnectionEvent(
            .signalDropped, .warning,
            "nobody takes the signals of \(rule.text) in time: dropped until now: \(count)")
    }

    /// A signal that cannot be read as the types asked for.
    static func unreadable(_ signal: Signal, because error: UnmarshallingError) -> ConnectionEvent {
        ConnectionEvent(
            .signalUnreadable, .warning, "\(error), and is passed over", subject: signal.subject, peer: signal.sender,
            error: error)
    }
}
