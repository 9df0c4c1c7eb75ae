import DBusTesting
import Synchronization
import Testing

@testable import DBus

struct SubscriptionTests {
    static let interface: InterfaceName = "org.example.Signals"

    /// A bus with a sender and a listener.
    private struct Setup {
        let bus: PrivateBus
        let sender: Connection
        let listener: Connection

        static func start() async throws -> Setup {
            let bus = try await PrivateBus.start()
            let (sender, listener) = try await bus.connectPair()
            return Setup(bus: bus, sender: sender, listener: listener)
        }
    }

    /// Sends a signal with one text.
    private func emit(_ connection: Connection, _ text: String, path: ObjectPath = "/a") async throws {
        try await connection.emit(path, Self.interface, "Said", text)
    }

    /// Waits until the listener has handled everything sent so far: a call and its reply stay in order with signals.
    private func settle(_ setup: Setup) async throws {
        let _: String = try await setup.sender.call(.bus, path: .bus, interface: .bus, "GetId")
        let _: String = try await setup.listener.call(.bus, path: .bus, interface: .bus, "GetId")
    }

    /// The rules the bus has of a connection.
    private func rules(_ bus: PrivateBus, _ connection: Connection) async throws -> [String] {
        let monitor = try await bus.connect()
        let all: [String: [String]] = try await monitor.call(
            .bus, path: .bus, interface: "org.freedesktop.DBus.Debug.Stats", "GetAllMatchRules")
        await monitor.close()
        return all[connection.uniqueName?.rawValue ?? ""] ?? []
    }

    private final class Heard: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func note(_ signal: Signal) {
            let text = (try? signal.arguments(as: String.self)) ?? "?"
            list.withLock { $0.append(text) }
        }
    }

    @Test func signalsComeInOrderWithTheirContents() async throws {
        let setup = try await Setup.start()
        let recorder = try await SignalRecorder(setup.listener, MatchRule(interface: Self.interface))
        for number in 0..<50 { try await emit(setup.sender, "\(number)") }
        try await setup.sender.emit("/b", Self.interface, "More", Int32(5), ["k": DBusValue.bytes([1])])
        let signals = try await recorder.wait(for: 51)
        let texts = try signals.dropLast().map { signal in try signal.arguments(as: String.self) as String }
        #expect(texts == (0..<50).map { "\($0)" })
        let last = try #require(signals.last)
        #expect(last.sender == setup.sender.uniqueName)
        #expect((last.path, last.interface, last.member) == ("/b", Self.interface, "More"))
        #expect(last.body == [.int32(5), .properties(["k": .bytes([1])])])
        let arguments = try last.arguments(as: Int32.self, [String: DBusValue].self)
        #expect(arguments.0 == 5 && arguments.1 == ["k": .bytes([1])])
        // Arguments that were not asked for are left alone; others are an error.
        #expect(try last.arguments(as: Int32.self) == 5)
        #expect(throws: UnmarshallingError.self) { try last.arguments(as: String.self) }
    }

    /// Signals that are sent right after `subscribe` has returned arrive, so state read then misses nothing.
    @Test func aSubscriptionIsConfirmedWhenItReturns() async throws {
        let setup = try await Setup.start()
        for round in 0..<50 {
            let heard = Heard()
            let subscription = try await setup.listener.subscribe(
                MatchRule(interface: Self.interface, firstArgument: "\(round)")
            ) { heard.note($0) }
            try await emit(setup.sender, "\(round)")
            try await settle(setup)
            #expect(heard.all == ["\(round)"])
            await setup.listener.cancel(subscription)
        }
    }

    @Test func aRuleIsAddedOnceAndTakenAwayWithItsLastUser() async throws {
        let setup = try await Setup.start()
        let heard = Heard()
        let rule = MatchRule(interface: Self.interface, firstArgument: "it's, here")
        let subscriptions = try await withThrowingTaskGroup(of: Connection.Subscription.self) { group in
            for _ in 0..<5 { group.addTask { try await setup.listener.subscribe(rule) { heard.note($0) } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try await rules(setup.bus, setup.listener).count == 1)
        try await emit(setup.sender, "it's, here")
        try await emit(setup.sender, "it's not")
        try await settle(setup)
        #expect(heard.all == [String](repeating: "it's, here", count: 5))
        for subscription in subscriptions.dropLast() { await setup.listener.cancel(subscription) }
        await setup.listener.cancel(subscriptions[0])
        try await emit(setup.sender, "it's, here")
        try await settle(setup)
        #expect(heard.all.count == 6)
        await setup.listener.cancel(subscriptions[4])
        try await settle(setup)
        #expect(try await rules(setup.bus, setup.listener) == [])
        try await emit(setup.sender, "it's, here")
        try await settle(setup)
        #expect(heard.all.count == 6)
        // And again.
        _ = try await setup.listener.subscribe(rule) { heard.note($0) }
        try await emit(setup.sender, "it's, here")
        try await settle(setup)
        #expect(heard.all.count == 7)
    }

    /// A task that is canceled while its rule is on the way leaves nothing behind.
    @Test func aCancelledSubscriberLeavesNoRule() async throws {
        let setup = try await Setup.start()
        for _ in 0..<20 {
            let subscribing = Task {
                try await setup.listener.subscribe(MatchRule(sender: "org.example.Some", member: "Any")) { _ in }
            }
            await Task.yield()
            subscribing.cancel()
            if let subscription = try? await subscribing.value { await setup.listener.cancel(subscription) }
        }
        try await settle(setup)
        #expect(try await rules(setup.bus, setup.listener) == [])
        #expect(await setup.listener.perform { $0.subscriptions.size } == 0)
    }

    @Test func aSubscriberThatIsCancelledAlreadyGetsNothing() async throws {
        let setup = try await Setup.start()
        let subscribing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await setup.listener.subscribe(MatchRule(interface: Self.interface)) { _ in }
        }
        await #expect(throws: CancellationError.self) { try await subscribing.value }
        try await settle(setup)
        #expect(try await rules(setup.bus, setup.listener) == [])
    }

    @Test func aRuleThatTheBusRefusesIsAnError() async throws {
        let setup = try await Setup.start()
        let rule = MatchRule(sender: "org.example.Some", path: "/a", pathNamespace: "/a")
        await #expect(throws: RemoteError.self) { try await setup.listener.subscribe(rule) { _ in } }
        let nul = MatchRule(sender: "org.example.Some", firstArgument: "a\0")
        await #expect(throws: MarshallingError.self) { try await setup.listener.subscribe(nul) { _ in } }
        try await settle(setup)
        #expect(try await rules(setup.bus, setup.listener) == [])
        #expect(await setup.listener.perform { $0.subscriptions.size } == 0)
    }

    @Test func aHandlerMayCancelAnother() async throws {
        let setup = try await Setup.start()
        let heard = Heard()
        let other = Mutex<Connection.Subscription?>(nil)
        let listener = setup.listener
        _ = try await listener.subscribe(MatchRule(interface: Self.interface)) { signal in
            heard.note(signal)
            guard let subscription = other.withLock({ $0 }) else { return }
            listener.assumeIsolated { $0.cancel(subscription) }
        }
        let subscription = try await listener.subscribe(MatchRule(member: "Said")) { heard.note($0) }
        other.withLock { $0 = subscription }
        try await emit(setup.sender, "once")
        try await settle(setup)
        #expect(heard.all == ["once"])
    }

    @Test func aWellKnownSenderIsWhoeverOwnsTheName() async throws {
        let setup = try await Setup.start()
        let name: BusName = "org.example.Speaker"
        let heard = Heard()
        let subscription = try await setup.listener.subscribe(MatchRule(sender: name)) { heard.note($0) }
        let other = try await setup.bus.connect()
        func bothSpeak(_ round: String) async throws {
            try await emit(setup.sender, "sender \(round)")
            try await emit(other, "other \(round)")
            let _: String = try await other.call(.bus, path: .bus, interface: .bus, "GetId")
            try await settle(setup)
        }
        try await bothSpeak("0")
        #expect(heard.all == [])
        #expect(try await setup.sender.requestName(name, .allowReplacement) == .primaryOwner)
        try await bothSpeak("1")
        #expect(heard.all == ["sender 1"])
        #expect(try await other.requestName(name, .replaceExisting) == .primaryOwner)
        try await bothSpeak("2")
        #expect(heard.all == ["sender 1", "other 2"])
        // Given back, not closed: the bus notices the end of a connection when it gets to it.
        try await other.releaseName(name)
        try await emit(setup.sender, "sender 3")
        try await settle(setup)
        // The name went back to the first connection, which waited in the queue.
        #expect(heard.all == ["sender 1", "other 2", "sender 3"])
        await setup.listener.cancel(subscription)
        try await settle(setup)
        #expect(try await rules(setup.bus, setup.listener) == [])
        #expect(await setup.listener.perform { $0.subscriptions.size } == 0)
    }

    @Test func anOwnerIsTrackedForTheOthersWhenOneIsCancelled() async throws {
        let setup = try await Setup.start()
        try await setup.sender.requestName("org.example.Speaker")
        let rule = MatchRule(sender: "org.example.Speaker", member: "Said")
        let first = try await setup.listener.subscribe(rule) { _ in }
        let second = try await setup.listener.subscribe(rule) { _ in }
        await setup.listener.cancel(first)
        let recorder = try await SignalRecorder(setup.listener, rule)
        try await emit(setup.sender, "still tracked")
        try await recorder.wait()
        await setup.listener.cancel(second)
        #expect(await setup.listener.perform { $0.subscriptions.size } == 4)
    }

    @Test(arguments: [true, false])
    func aStreamEndsWithItsTaskOrItsConnection(_ withTask: Bool) async throws {
        let setup = try await Setup.start()
        let stream = try await setup.listener.signals(matching: MatchRule(interface: Self.interface))
        let first = Gate()
        let reading = Task {
            var heard: [String] = []
            for await signal in stream {
                heard.append(try signal.arguments(as: String.self))
                await first.open()
            }
            return heard
        }
        try await emit(setup.sender, "a")
        try await withDeadline { await first.wait() }
        if withTask {
            reading.cancel()
            try await eventually("the rule stays") { try await rules(setup.bus, setup.listener).isEmpty }
            #expect(await setup.listener.perform { $0.subscriptions.size } == 0)
        } else {
            await setup.listener.close()
        }
        #expect(try await withDeadline { try await reading.value } == ["a"])
    }

    @Test func aStreamThatNobodyReadsIsForgotten() async throws {
        let setup = try await Setup.start()
        do { _ = try await setup.listener.signals(matching: MatchRule(interface: Self.interface)) }
        try await eventually("the rule stays") { try await rules(setup.bus, setup.listener).isEmpty }
    }
}
