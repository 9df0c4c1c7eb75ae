internal import CTodayDBus

/// Who hears which signals of one connection. On the loop's thread only.
///
/// It calls nobody: what a change makes due is returned, so that whoever is told may change it again.
struct Subscriptions {
    /// The numbers are in the order in which subscriptions were made.
    struct ID: Hashable, Sendable { fileprivate let number: UInt64 }

    fileprivate struct Entry {
        let id: ID
        let rule: MatchRule
        /// Who owns the well-known name that the rule has as its sender.
        let owner: TrackedOwner?
        let handler: @Sendable (Signal) -> Void
        let finished: @Sendable () -> Void
    }

    /// A rule as the bus knows it. The bus is told of each once, however many subscriptions share it.
    private struct Use {
        var count = 0
        /// The bus's answer; nil before it is asked, and after it has refused.
        var confirmation: Task<Void, any Error>?
    }

    private var entries: [ID: Entry] = [:]
    private var index = RuleIndex<ID>()
    /// How many rules ask about so many of the first arguments.
    private var argumentCounts: [Int: Int] = [:]
    private var lastNumber: UInt64 = 0
    private var uses: [MatchRule: Use] = [:]

    /// How much is kept.
    var size: Int { entries.count + uses.count }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a subscription, which hears signals from now on.
    fileprivate mutating func add(
        _ rule: MatchRule, _ owner: TrackedOwner?, handler: @escaping @Sendable (Signal) -> Void,
        finished: @escaping @Sendable () -> Void
    ) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        entries[id] = Entry(id: id, rule: rule, owner: owner, handler: handler, finished: finished)
        owner?.subscription = id
        index.add(id, rule, owner: owner?.name)
        argumentCounts[rule.argumentCount, default: 0] += 1
        uses[rule, default: Use()].count += 1
        return id
    }

    /// The well-known name that is the sender of a rule has another owner.
    fileprivate mutating func ownerChanged(_ owner: TrackedOwner, to name: BusName?) {
        let entry = owner.subscription.flatMap { entries[$0] }
        if let entry { index.remove(entry.id, entry.rule, owner: owner.name) }
        owner.name = name
        if let entry { index.add(entry.id, entry.rule, owner: name) }
    }

    /// The bus's answer to a rule; `ask` is called when nobody has asked yet.
    fileprivate mutating func confirmation(
        of rule: MatchRule, ask: () -> Task<Void, any Error>
    ) -> Task<Void, any Error> {
        if let asked = uses[rule]?.confirmation { return asked }
        let asked = ask()
        uses[rule]?.confirmation = asked
        return asked
    }

    /// The bus does not know the rule; the next who wants it asks again.
    fileprivate mutating func refuse(_ rule: MatchRule) { uses[rule]?.confirmation = nil }

    /// Takes a subscription out. Returns it, and the rule when the bus is to forget it.
    ///
    /// What a handler holds may die with it, and use the connection while dying; so the caller lets go of it.
    fileprivate mutating func remove(_ id: ID) -> (entry: Entry, forgotten: MatchRule?)? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        index.remove(id, entry.rule, owner: entry.owner?.name)
        let count = entry.rule.argumentCount
        argumentCounts[count] = argumentCounts[count].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard let use = uses[entry.rule], use.count == 1 else {
            uses[entry.rule]?.count -= 1
            return (entry, nil)
        }
        uses[entry.rule] = nil
        return (entry, use.confirmation == nil ? nil : entry.rule)
    }

    /// Takes all out, and returns whom to tell. Each keeps its handler until it is let go of.
    mutating func finish() -> [() -> Void] {
        defer { self = Subscriptions(lastNumber: lastNumber) }
        return entries.values.sorted { $0.id.number < $1.id.number }.map { entry in { entry.finished() } }
    }

    init() {}
    private init(lastNumber: UInt64) { self.lastNumber = lastNumber }

    fileprivate func contains(_ id: ID) -> Bool { entries[id] != nil }

    /// Whom a received signal is for, and the signal.
    fileprivate func recipients(of message: Message, fromBus: Bool) -> ([Entry], Signal)? {
        if entries.isEmpty { return nil }
        guard var header = SignalHeader(message, fromBus: fromBus) else { return nil }
        if let count = argumentCounts.keys.max(), count > 0 {
            header.arguments = (try? ReceivedBody.read(message) { try Self.first(count, &$0) }) ?? []
        }
        let matching = index.candidates(for: header).compactMap { entries[$0] }
            .filter { $0.rule.matches(header, owner: $0.owner?.name) }.sorted { $0.id.number < $1.id.number }
        guard !matching.isEmpty, let values = try? ReceivedBody.copy(message) else { return nil }
        let signal = Signal(
            sender: header.sender.map { BusName(unchecked: $0) }, path: ObjectPath(unchecked: header.path),
            interface: InterfaceName(unchecked: header.interface), member: MemberName(unchecked: header.member),
            position: message.position, values: values)
        return (matching, signal)
    }
}

extension SignalHeader {
    /// Without arguments.
    init?(_ message: Message, fromBus: Bool) {
        guard let path = text(dbus_message_get_path(message.raw)),
            let interface = text(dbus_message_get_interface(message.raw)),
            let member = text(dbus_message_get_member(message.raw))
        else { return nil }
        self.init(
            // A bus vouches for the sender; a peer may write anything.
            sender: fromBus ? text(dbus_message_get_sender(message.raw)) : nil, path: path, interface: interface,
            member: member)
    }
}

extension Subscriptions {
    /// Reads the first arguments of a signal, which may have fewer.
    private static func first(_ count: Int, _ reader: inout MessageReader) throws(UnmarshallingError) -> [DBusValue] {
        var values: [DBusValue] = []
        while values.count < count, reader.hasMore { values.append(try DBusValue(bareFrom: &reader)) }
        return values
    }
}

/// The owner of the well-known name that a rule has as its sender, as it is now.
///
/// `@unchecked`: it is touched by the loop's thread alone.
private final class TrackedOwner: @unchecked Sendable {
    fileprivate(set) var name: BusName?
    /// The subscription with that rule, once it is made.
    fileprivate(set) var subscription: Subscriptions.ID?
}

extension Connection {
    /// Gives a received signal to everybody it is for. Handlers may subscribe and unsubscribe meanwhile.
    func deliver(_ message: Message) {
        guard let (recipients, signal) = subscriptions.recipients(of: message, fromBus: hasBus) else { return }
        for recipient in recipients where subscriptions.contains(recipient.id) { recipient.handler(signal) }
    }

    /// A subscription. It lasts until ``Connection/cancel(_:)`` or the end of the connection, and keeps that open.
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
        if isClosed { throw ConnectionError.isClosed }
        var ids: [Subscriptions.ID] = []
        var owner: TrackedOwner?
        if let sender = rule.sender, !sender.isUnique, sender != .bus, uniqueName != nil {
            // Signals carry unique names; the rule's sender means whoever owns the name at that moment.
            let tracked = TrackedOwner()
            owner = tracked
            ids += try await watchOwner(of: sender) { [weak self] owner in
                self?.assumeIsolated { $0.subscriptions.ownerChanged(tracked, to: owner) }
            }.ids
        }
        let id = subscriptions.add(rule, owner, handler: handler, finished: finished)
        ids.append(id)
        do { try await confirm(rule) } catch {
            cancel(Subscription(ids: ids))
            throw error
        }
        return Subscription(ids: ids)
    }

    /// Waits until the bus knows a rule.
    private func confirm(_ rule: MatchRule) async throws {
        if uniqueName == nil { return }
        // A task of its own: whoever shares the rule waits for the same answer, also when the first one is cancelled.
        let answer = subscriptions.confirmation(of: rule) {
            Task {
                do { try await call(.bus, "AddMatch", rule.text) } catch {
                    subscriptions.refuse(rule)
                    throw error
                }
            }
        }
        try await answer.value
        try Task.checkCancellation()
        if isClosed { throw ConnectionError.isClosed }
    }

    /// Ends a subscription. Its handler is not called any more, even for signals that are under way.
    public func cancel(_ subscription: Subscription) {
        for id in subscription.ids {
            guard let (entry, forgotten) = subscriptions.remove(id) else { continue }
            if let forgotten { removeMatch(forgotten) }
            entry.finished()
        }
    }

    private func removeMatch(_ rule: MatchRule) {
        let header = MessageHeader.methodCall(
            to: .bus, path: .bus, interface: .bus, member: "RemoveMatch", noReply: true)
        guard let message = try? Message.make(header, rule.text) else { return }
        _ = try? send(message)
    }

    /// The matching signals as a sequence, until the task that iterates is cancelled or the connection ends. The sequence
    /// keeps the connection open as long as it is there itself.
    ///
    /// - Parameters:
    ///   - rule: which signals are heard.
    ///   - bufferingPolicy: what happens to signals that nobody has taken yet. The default keeps the newest 1,024;
    ///     ``SignalStream/dropped`` tells how many were dropped.
    public func signals(
        matching rule: MatchRule,
        bufferingPolicy: AsyncStream<Signal>.Continuation.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> SignalStream {
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: bufferingPolicy)
        let drops = DropCount()
        let subscription = try await subscribe(rule, finished: { continuation.finish() }) { [events] signal in
            guard case .dropped = continuation.yield(signal), let count = drops.add() else { return }
            events.tell(.dropped(count, of: rule))
        }
        end(subscription, with: continuation)
        return SignalStream(stream, drops)
    }

    /// A declared signal as a sequence of its arguments, which is as ``signals(matching:bufferingPolicy:)`` otherwise.
    ///
    /// One that comes with other arguments than it was declared with is passed over, and the log is told.
    ///
    /// ```swift
    /// for await amount in try await bus.signals(of: Counter.overflow, from: "org.example.Counter") { print(amount) }
    /// ```
    ///
    /// - Parameters:
    ///   - signal: what is heard.
    ///   - sender: who sends it; nil is anybody.
    ///   - path: the object that sends it; nil is any.
    ///   - bufferingPolicy: what happens to signals that nobody has taken yet.
    public func signals<each Value: DBusType>(
        of signal: SignalDescription<repeat each Value>, from sender: BusName? = nil, at path: ObjectPath? = nil,
        bufferingPolicy: AsyncStream<Signal>.Continuation.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> TypedSignalStream<(repeat each Value)> {
        let rule = MatchRule(sender: sender, path: path, interface: signal.interface, member: signal.name)
        return TypedSignalStream(try await signals(matching: rule, bufferingPolicy: bufferingPolicy), events) {
            [events] in try $0.arguments(signal.arguments, events)
        }
    }

    /// Cancels a subscription when nobody takes from the stream that it fills any more.
    func end<Element>(_ subscription: Subscription, with continuation: AsyncStream<Element>.Continuation) {
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.cancel(subscription) }
        }
    }
}
