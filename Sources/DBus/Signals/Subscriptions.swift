internal import CDBus

/// Who hears which signals of one connection. On the loop's thread only.
struct Subscriptions {
    struct ID: Hashable, Sendable { fileprivate let number: UInt64 }

    private struct Entry {
        let rule: MatchRule
        let handler: @Sendable (Signal) -> Void
        let finished: @Sendable () -> Void
    }

    private var entries: [ID: Entry] = [:]
    private var lastNumber: UInt64 = 0
    /// How many subscriptions share a rule; the bus is told of each rule once.
    private var uses: [MatchRule: Int] = [:]
    /// Who owns the well-known names that rules name as their sender.
    private var owners: [BusName: BusName] = [:]

    /// Adds a subscription. `isFirst` says whether the bus has to be told of its rule.
    mutating func add(
        _ rule: MatchRule, handler: @escaping @Sendable (Signal) -> Void, finished: @escaping @Sendable () -> Void
    ) -> (id: ID, isFirst: Bool) {
        lastNumber += 1
        let id = ID(number: lastNumber)
        entries[id] = Entry(rule: rule, handler: handler, finished: finished)
        uses[rule, default: 0] += 1
        return (id, uses[rule] == 1)
    }

    /// Takes a subscription out. Returns its rule when it was the last with it, so that the bus can be told.
    mutating func remove(_ id: ID) -> MatchRule? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        defer { entry.finished() }
        guard let count = uses[entry.rule], count > 1 else {
            uses[entry.rule] = nil
            return entry.rule
        }
        uses[entry.rule] = count - 1
        return nil
    }

    mutating func setOwner(of name: BusName, to owner: BusName?) { owners[name] = owner }

    mutating func finish() {
        let all = entries.values
        entries = [:]
        uses = [:]
        for entry in all { entry.finished() }
    }

    /// The handlers that a received signal is for, and the signal.
    func recipients(of message: OpaquePointer) -> ([@Sendable (Signal) -> Void], Signal)? {
        if entries.isEmpty { return nil }
        guard let path = text(dbus_message_get_path(message)),
            let interface = text(dbus_message_get_interface(message)),
            let member = text(dbus_message_get_member(message))
        else { return nil }
        var header = SignalHeader(
            sender: text(dbus_message_get_sender(message)), path: path, interface: interface, member: member)
        var reader = MessageReader(message: message)
        header.firstArgument = try? String(from: &reader)
        let matching = entries.sorted { $0.key.number < $1.key.number }
            .filter { $0.value.rule.matches(header, owner: $0.value.rule.sender.flatMap { owners[$0] }) }
        guard !matching.isEmpty else { return nil }
        var body = MessageReader(message: message)
        guard let values = try? DBusValue.readAll(from: &body) else { return nil }
        let signal = Signal(
            sender: header.sender.map { BusName(unchecked: $0) }, path: ObjectPath(unchecked: path),
            interface: InterfaceName(unchecked: interface), member: MemberName(unchecked: member), body: values)
        return (matching.map(\.value.handler), signal)
    }
}

extension Connection {
    /// Gives a received signal to everybody it is for. Handlers may subscribe and unsubscribe meanwhile.
    func deliver(_ message: OpaquePointer) {
        guard let (handlers, signal) = subscriptions.recipients(of: message) else { return }
        for handler in handlers { handler(signal) }
    }

    /// A subscription that ``Connection/cancel(_:)`` ends.
    public struct Subscription: Sendable {
        fileprivate let ids: [Subscriptions.ID]
    }

    /// Calls `handler` on the loop's thread for every matching signal, in the order of their arrival.
    ///
    /// It returns when the bus has confirmed the rule, so state that is read afterwards misses no change.
    /// - Throws: ``RemoteError`` when the bus refuses the rule; ``ConnectionError`` when the connection is closed.
    public func subscribe(
        _ rule: MatchRule, finished: @escaping @Sendable () -> Void = {},
        handler: @escaping @Sendable (Signal) -> Void
    ) async throws -> Subscription {
        if isClosed { throw ConnectionError(.closed, "the connection is closed") }
        var ids: [Subscriptions.ID] = []
        if let sender = rule.sender, !sender.isUnique, sender != .bus, uniqueName != nil {
            // Signals carry unique names; the rule's sender means whoever owns the name at that moment.
            ids += try await watchOwner(of: sender) { [weak self] owner in
                self?.assumeIsolated { $0.subscriptions.setOwner(of: sender, to: owner) }
            }.ids
        }
        ids.append(try await add(rule, finished: finished, handler: handler))
        return Subscription(ids: ids)
    }

    private func add(
        _ rule: MatchRule, finished: @escaping @Sendable () -> Void, handler: @escaping @Sendable (Signal) -> Void
    ) async throws -> Subscriptions.ID {
        let (id, isFirst) = subscriptions.add(rule, handler: handler, finished: finished)
        // Not only the first: a second subscriber with the same rule may come before the first one is confirmed.
        // The bus counts equal rules, so the extra one is taken back.
        if uniqueName != nil {
            do {
                try await call(.bus, path: .bus, interface: .bus, "AddMatch", rule.text)
                if !isFirst { try await call(.bus, path: .bus, interface: .bus, "RemoveMatch", rule.text) }
            } catch {
                _ = subscriptions.remove(id)
                throw error
            }
        }
        return id
    }

    /// Ends a subscription. Its handler is not called any more, even for signals that are under way.
    public func cancel(_ subscription: Subscription) {
        for id in subscription.ids {
            guard let rule = subscriptions.remove(id), uniqueName != nil,
                let message = try? Message.methodCall(to: .bus, path: .bus, interface: .bus, member: "RemoveMatch"),
                (try? message.append(rule.text)) != nil
            else { continue }
            message.setNoReply()
            _ = try? send(message)
        }
    }

    /// The matching signals as a sequence, until the task that iterates is cancelled or the connection ends.
    ///
    /// - Parameter bufferingPolicy: what happens to signals that nobody has taken yet. The default keeps all of them.
    public func signals(
        matching rule: MatchRule,
        bufferingPolicy: AsyncStream<Signal>.Continuation.BufferingPolicy = .unbounded
    ) async throws -> AsyncStream<Signal> {
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: bufferingPolicy)
        let subscription = try await subscribe(rule, finished: { continuation.finish() }) { continuation.yield($0) }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.cancel(subscription) }
        }
        return stream
    }
}
