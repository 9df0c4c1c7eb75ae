internal import CTodayDBus
internal import TodayCLibrary

/// The subscriptions to signals of one connection. Used only on the loop's thread.
///
/// It calls no handlers: the due calls are returned, so that a called handler may modify it again.
struct Subscriptions {
    /// The numbers are in the order in which subscriptions were made.
    struct ID: Hashable, Sendable { fileprivate let number: UInt64 }

    fileprivate struct Entry {
        let id: ID
        let rule: MatchRule
        /// The owner of the well-known name that the rule has as its sender.
        let owner: TrackedOwner?
        let receiver: Receiver
        let finished: @Sendable () -> Void
    }

    /// The receiver of a subscription's signals.
    fileprivate enum Receiver {
        case handler(@Sendable (Signal) -> Void)
        case stream(StreamBuffer<Signal>)
    }

    /// A rule as the bus knows it. The bus gets each rule once, however many subscriptions share it.
    private struct Use {
        var count = 0
        /// The bus's answer; nil before it is asked, and after it has refused.
        var confirmation: Task<Void, any Error>?
    }

    private var entries: [ID: Entry] = [:]
    private var index = RuleIndex<ID>()
    /// The number of rules by how many of the first arguments they need.
    private var argumentCounts: [Int: Int] = [:]
    private var lastNumber: UInt64 = 0
    private var uses: [MatchRule: Use] = [:]

    /// The number of stored entries.
    var size: Int { entries.count + uses.count }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a subscription, which receives signals from now on.
    fileprivate mutating func add(
        _ rule: MatchRule, _ owner: TrackedOwner?, _ receiver: Receiver,
        finished: @escaping @Sendable () -> Void
    ) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        entries[id] = Entry(id: id, rule: rule, owner: owner, receiver: receiver, finished: finished)
        owner?.subscription = id
        index.add(id, rule, owner: owner?.name)
        argumentCounts[rule.argumentCount, default: 0] += 1
        uses[rule, default: Use()].count += 1
        return id
    }

    /// Handles a new owner of the well-known name that is the sender of a rule.
    fileprivate mutating func ownerChanged(_ owner: TrackedOwner, to name: BusName?) {
        let entry = owner.subscription.flatMap { entries[$0] }
        if let entry { index.remove(entry.id, entry.rule, owner: owner.name) }
        owner.name = name
        if let entry { index.add(entry.id, entry.rule, owner: name) }
    }

    /// Returns the bus's answer to a rule; calls `ask` when it wasn't requested yet.
    fileprivate mutating func confirmation(
        of rule: MatchRule, ask: () -> Task<Void, any Error>
    ) -> Task<Void, any Error> {
        if let asked = uses[rule]?.confirmation { return asked }
        let asked = ask()
        uses[rule]?.confirmation = asked
        return asked
    }

    /// Records that the bus doesn't know the rule; the next subscription requests it again.
    fileprivate mutating func refuse(_ rule: MatchRule) { uses[rule]?.confirmation = nil }

    /// Removes a subscription. Returns it, and the rule if the bus must forget it.
    ///
    /// Objects held by a handler may die with it, and use the connection in their deinit. So the caller releases it.
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

    /// Removes all, and returns the calls to make. Each retains its handler until it is released.
    mutating func finish() -> [() -> Void] {
        defer { self = Subscriptions(lastNumber: lastNumber) }
        return entries.values.sorted { $0.id.number < $1.id.number }.map { entry in { entry.finished() } }
    }

    init() {}
    private init(lastNumber: UInt64) { self.lastNumber = lastNumber }

    fileprivate func contains(_ id: ID) -> Bool { entries[id] != nil }

    /// With as few subscriptions, comparing each rule costs less than the index.
    private static var few: Int { 4 }

    /// Returns the same for few rules, none of which is about arguments. It makes no text that a rule already has.
    private func fewRecipients(of message: Message, fromBus: Bool) -> ([Entry], Signal)? {
        let fields = SignalFields(message, fromBus: fromBus)
        var matching = entries.values.filter { $0.rule.matches(fields, owner: $0.owner?.name) }
        if matching.count > 1 { matching.sort { $0.id.number < $1.id.number } }
        guard let entry = matching.first, let values = try? ReceivedBody.copy(message),
            let path = entry.rule.path ?? text(fields.path).map({ ObjectPath(unchecked: $0) }),
            let interface = entry.rule.interface ?? text(fields.interface).map({ InterfaceName(unchecked: $0) }),
            let member = entry.rule.member ?? text(fields.member).map({ MemberName(unchecked: $0) })
        else { return nil }
        let sender =
            entry.rule.sender.flatMap { $0.isUnique || $0 == .bus ? $0 : entry.owner?.name }
            ?? text(fields.sender).map { BusName(unchecked: $0) }
        return (
            matching,
            Signal(
                sender: sender, path: path, interface: interface, member: member, position: message.position,
                values: values)
        )
    }

    /// Returns the recipients of a received signal, and the signal.
    fileprivate func recipients(of message: Message, fromBus: Bool) -> ([Entry], Signal)? {
        if entries.isEmpty { return nil }
        if entries.count <= Self.few, argumentCounts.keys.allSatisfy({ $0 == 0 }) {
            return fewRecipients(of: message, fromBus: fromBus)
        }
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

/// The parts of a signal that match rules use, as libdbus holds them while the message exists.
struct SignalFields {
    let sender: UnsafePointer<CChar>?
    let path: UnsafePointer<CChar>?
    let interface: UnsafePointer<CChar>?
    let member: UnsafePointer<CChar>?

    init(_ message: Message, fromBus: Bool) {
        // A bus verifies the sender; a peer may write any name.
        sender = fromBus ? dbus_message_get_sender(message.raw) : nil
        path = dbus_message_get_path(message.raw)
        interface = dbus_message_get_interface(message.raw)
        member = dbus_message_get_member(message.raw)
    }
}

extension MatchRule {
    /// Whether a signal matches everything but ``arguments``. `owner` is the current owner of the well-known ``sender``.
    fileprivate func matches(_ signal: SignalFields, owner: BusName?) -> Bool {
        if let interface, !interface.rawValue.equals(signal.interface) { return false }
        if let member, !member.rawValue.equals(signal.member) { return false }
        if let path, !path.rawValue.equals(signal.path) { return false }
        if let pathNamespace {
            guard let path = DBus.text(signal.path).map({ ObjectPath(unchecked: $0) }) else { return false }
            if path != pathNamespace, !path.isDescendant(of: pathNamespace) { return false }
        }
        guard let sender else { return true }
        let expected = sender.isUnique || sender == .bus ? sender : owner
        return expected.map { $0.rawValue.equals(signal.sender) } ?? (signal.sender == nil)
    }
}

extension String {
    /// Whether a C string has the same bytes.
    fileprivate func equals(_ other: UnsafePointer<CChar>?) -> Bool {
        guard let other else { return false }
        var text = self
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return other.pointee == 0 }
            return bytes.count == strlen(other) && memcmp(start, other, bytes.count) == 0
        }
    }
}

extension SignalHeader {
    /// Makes a header without arguments.
    init?(_ message: Message, fromBus: Bool) {
        guard let path = text(dbus_message_get_path(message.raw)),
            let interface = text(dbus_message_get_interface(message.raw)),
            let member = text(dbus_message_get_member(message.raw))
        else { return nil }
        self.init(
            // A bus verifies the sender; a peer may write any name.
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

/// The current owner of the well-known name that a rule has as its sender.
///
/// `@unchecked`: only the loop's thread uses it.
private final class TrackedOwner: @unchecked Sendable {
    fileprivate(set) var name: BusName?
    /// The subscription with that rule, once it exists.
    fileprivate(set) var subscription: Subscriptions.ID?
}

extension Connection {
    /// Delivers a received signal to all its recipients. Handlers may subscribe and unsubscribe meanwhile.
    func deliver(_ message: Message) {
        guard let (recipients, signal) = subscriptions.recipients(of: message, fromBus: hasBus) else { return }
        for recipient in recipients where subscriptions.contains(recipient.id) {
            switch recipient.receiver {
            case .handler(let handler): handler(signal)
            case .stream(let buffer):
                if let count = add(signal, to: buffer) { events.record(.dropped(count, of: recipient.rule)) }
            }
        }
    }

    /// A subscription. It lasts until ``Connection/cancel(_:)`` or the end of the connection, and keeps the connection
    /// open.
    public struct Subscription: Sendable {
        fileprivate let ids: [Subscriptions.ID]
    }

    /// Calls `handler` on the loop's thread for every matching signal, in the order of their arrival.
    ///
    /// It returns when the bus has confirmed the rule. So if you read the state afterward, you don't miss a change.
    /// - Throws: ``RemoteError`` when the bus refuses the rule; ``ConnectionError`` when the connection is closed.
    public func subscribe(
        _ rule: MatchRule, finished: @escaping @Sendable () -> Void = {},
        handler: @escaping @Sendable (Signal) -> Void
    ) async throws -> Subscription {
        try await subscribe(rule, .handler(handler), finished: finished)
    }

    private func subscribe(
        _ rule: MatchRule, _ receiver: Subscriptions.Receiver, finished: @escaping @Sendable () -> Void
    ) async throws -> Subscription {
        if isClosed { throw ConnectionError.isClosed }
        var ids: [Subscriptions.ID] = []
        var owner: TrackedOwner?
        if let sender = rule.sender, !sender.isUnique, sender != .bus, uniqueName != nil {
            // Signals carry unique names; the rule's sender means the current owner of the name.
            let tracked = TrackedOwner()
            owner = tracked
            ids += try await watchOwner(of: sender) { [weak self] owner in
                self?.assumeIsolated { $0.subscriptions.ownerChanged(tracked, to: owner) }
            }.ids
        }
        let id = subscriptions.add(rule, owner, receiver, finished: finished)
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
        // A separate task: all subscriptions that share the rule wait for the same answer, even if the first one is
        // canceled.
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

    /// Ends a subscription. Its handler is no longer called, even for signals that were already sent.
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

    /// Returns the matching signals as a sequence, which ends when the iterating task is canceled or the connection
    /// ends. The sequence keeps the connection open as long as it exists.
    ///
    /// - Parameters:
    ///   - rule: the signals to receive.
    ///   - bufferingPolicy: what happens to signals that arrive faster than they are read. The default keeps the newest
    ///     1,024; ``SignalStream/dropped`` counts the dropped ones.
    public func signals(
        matching rule: MatchRule,
        bufferingPolicy: SignalStream.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> SignalStream {
        let buffer: StreamBuffer<Signal> = makeBuffer(bufferingPolicy)
        let subscription = try await subscribe(rule, .stream(buffer), finished: { buffer.finish() })
        let reader = StreamReader(buffer) { [weak self] in
            guard let self else { return }
            Task { await self.cancel(subscription) }
        }
        return SignalStream(reader)
    }

    /// Returns a declared signal as a sequence of its arguments; otherwise like ``signals(matching:bufferingPolicy:)``.
    ///
    /// A signal whose arguments differ from its declaration is skipped and logged.
    ///
    /// ```swift
    /// for await amount in try await bus.signals(of: Counter.overflow, from: "org.example.Counter") { print(amount) }
    /// ```
    ///
    /// - Parameters:
    ///   - signal: the signal to receive.
    ///   - sender: the sender; nil for any.
    ///   - path: the object that sends it; nil for any.
    ///   - bufferingPolicy: how to handle signals that wait to be read.
    public func signals<each Value: DBusType>(
        of signal: SignalDescription<repeat each Value>, from sender: BusName? = nil, at path: ObjectPath? = nil,
        bufferingPolicy: SignalStream.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> TypedSignalStream<(repeat each Value)> {
        let rule = MatchRule(sender: sender, path: path, interface: signal.interface, member: signal.name)
        return TypedSignalStream(try await signals(matching: rule, bufferingPolicy: bufferingPolicy), events) {
            [events] in try $0.arguments(signal.arguments, events)
        }
    }

    /// Cancels a subscription when the stream that it fills has no reader any longer.
    func end<Element>(_ subscription: Subscription, with continuation: AsyncStream<Element>.Continuation) {
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.cancel(subscription) }
        }
    }
}
