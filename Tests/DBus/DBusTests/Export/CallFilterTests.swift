import DBusTesting
import Testing

@testable import DBus

/// Notes what is called.
private actor Desk {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var log: [String] = []

    init(_ loop: EventLoop) { self.loop = loop }

    static let interface = Interface<Desk>("org.example.Desk") {
        Method("Note", in: ["text"], out: ["count"]) { (desk: isolated Desk, text: String) -> Int32 in
            desk.log.append(text)
            return Int32(desk.log.count)
        }
        Property("Log") { (desk: isolated Desk) in desk.log }
    }
}

/// The answers of a filter, as the test sets them.
private final class Answers: Sendable {
    private let state = Locked((answers: [BusName: CallFilter.Answer](), asked: [String]()))

    /// The calls that the filter was asked about, in order.
    var asked: [String] { state.withLock { $0.asked } }

    subscript(sender: BusName?) -> CallFilter.Answer {
        get { state.withLock { state in sender.flatMap { state.answers[$0] } } ?? .allowed }
        set { state.withLock { state in if let sender { state.answers[sender] = newValue } } }
    }

    func gate(patience: Duration = .seconds(60)) -> CallFilter {
        CallFilter(patience: patience) { call in
            self.state.withLock { $0.asked.append("\(call.path) \(call.interface) \(call.member)") }
            return self[call.sender]
        }
    }
}

/// Calls that are asked about before they are dispatched.
@Suite struct CallFilterTests {
    private static let refused = RemoteError("org.example.Error.No", "not you")

    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let other: Connection
        let answers = Answers()

        init(_ gate: (Answers) -> CallFilter = { $0.gate() }) async throws {
            bus = try await PrivateBus.start()
            (service, client) = try await bus.connectPair()
            other = try await bus.connect()
            await service.setCallFilter(gate(answers))
            try await service.export(Desk.interface, of: Desk(service.loop), at: "/desk")
        }

        func note(_ text: String, by client: Connection) async throws -> Int32 {
            try await client.call(
                service.uniqueName, path: "/desk", interface: "org.example.Desk", "Note", text)
        }

        /// Returns the calls dispatched so far. The reader is `other`.
        func log() async throws -> [String] {
            let value: DBusValue = try await other.call(
                service.uniqueName, path: "/desk", interface: .properties, "Get", "org.example.Desk", "Log")
            guard case .variant(.array(let elements, _)) = DBusValue.variant(value) else { return [] }
            return elements.map { if case .string(let text) = $0 { text } else { "?" } }
        }

        /// Waits until the service holds this many calls of the client.
        func waitUntilHeld(_ count: Int) async throws {
            let name = try #require(client.uniqueName)
            try await withDeadline {
                while await service.perform({ $0.incoming.inbox.count(of: name) }) != count {
                    try await other.call(.bus, "GetId")
                }
            }
        }
    }

    @Test func itIsAskedAboutEverything() async throws {
        let setup = try await Setup()
        setup.answers[setup.client.uniqueName] = .refused(Self.refused)
        let name = setup.service.uniqueName
        let calls: [(ObjectPath, InterfaceName?, MemberName)] = [
            ("/desk", "org.example.Desk", "Note"), ("/desk", "org.example.Desk", "Nothing"), ("/desk", nil, "Note"),
            ("/nothing", "org.example.Desk", "Note"), ("/desk", .peer, "Ping"), ("/", .introspectable, "Introspect"),
            ("/desk", .properties, "GetAll"),
        ]
        for (path, interface, member) in calls {
            let error = await #expect(throws: RemoteError.self) {
                try await setup.client.call(name, path: path, interface: interface, member)
            }
            #expect(error == Self.refused)
        }
        #expect(setup.answers.asked.count == calls.count)
        #expect(setup.answers.asked[2] == "/desk  Note")
        // Others are not affected.
        #expect(try await setup.note("a", by: setup.other) == 1)
    }

    /// Introspection that is allowed lists what the gate shows this sender.
    @Test func whatIntrospectionShows() async throws {
        let setup = try await Setup()
        let shy = try #require(setup.client.uniqueName)
        try await setup.service.export(Desk.interface, of: Desk(setup.service.loop), at: "/desk/drawer")
        try await setup.service.export(Desk.interface, of: Desk(setup.service.loop), at: "/table")
        await setup.service.setCallFilter(
            CallFilter(shows: { call, child in call.sender != shy || child == "/table" }, answer: { _ in .allowed }))
        func children(_ path: ObjectPath, _ client: Connection) async throws -> [String] {
            let text: String = try await client.call(
                setup.service.uniqueName, path: path, interface: .introspectable, "Introspect")
            return text.split(separator: "\n").filter { $0.contains("<node name=") }.map {
                String($0.split(separator: "\"")[1])
            }
        }
        #expect(try await children("/", setup.other) == ["desk", "table"])
        #expect(try await children("/", setup.client) == ["table"])
        #expect(try await children("/desk", setup.other) == ["drawer"])
        #expect(try await children("/desk", setup.client) == [])
    }

    @Test func callsAreHeldInOrderAndThoseOfOthersGoOn() async throws {
        let setup = try await Setup()
        setup.answers[setup.client.uniqueName] = .wait
        let calls = (0..<100).map { number in
            Task { try await setup.note("c\(number)", by: setup.client) }
        }
        try await setup.waitUntilHeld(100)
        #expect(try await setup.note("other", by: setup.other) == 1)
        #expect(try await setup.log() == ["other"])
        setup.answers[setup.client.uniqueName] = .allowed
        await setup.service.reconsider(try #require(setup.client.uniqueName))
        var counts: Set<Int32> = []
        for call in calls { counts.insert(try await call.value) }
        #expect(counts == Set(2...101))
        #expect(await setup.service.perform { $0.incoming.inbox.isEmpty })
        // From here on nothing is held.
        #expect(try await setup.note("last", by: setup.client) == 102)
    }

    /// One after the other, from one connection: the order on the wire is the order of the work.
    @Test func theOrderIsKept() async throws {
        let setup = try await Setup()
        setup.answers[setup.client.uniqueName] = .wait
        for number in 0..<50 {
            try await setup.client.callWithoutReply(
                setup.service.uniqueName, path: "/desk", interface: "org.example.Desk", "Note", "\(number)")
        }
        try await setup.waitUntilHeld(50)
        setup.answers[setup.client.uniqueName] = .allowed
        await setup.service.reconsider(try #require(setup.client.uniqueName))
        #expect(try await setup.note("50", by: setup.client) == 51)
        #expect(try await setup.log() == (0...50).map { "\($0)" })
    }

    @Test func whatIsHeldMayBeRefused() async throws {
        let setup = try await Setup()
        setup.answers[setup.client.uniqueName] = .wait
        let call = Task { try await setup.note("a", by: setup.client) }
        try await setup.waitUntilHeld(1)
        setup.answers[setup.client.uniqueName] = .refused(Self.refused)
        await setup.service.reconsider(try #require(setup.client.uniqueName))
        await #expect(throws: Self.refused) { try await call.value }
        #expect(try await setup.log().isEmpty)
    }

    @Test func noMoreAreHeldThanTheLimit() async throws {
        let setup = try await Setup()
        await setup.service.setCallLimits(CallLimits(calls: 3))
        setup.answers[setup.client.uniqueName] = .wait
        let held = (0..<3).map { number in Task { try await setup.note("\(number)", by: setup.client) } }
        try await setup.waitUntilHeld(3)
        let error = await #expect(throws: RemoteError.self) { try await setup.note("more", by: setup.client) }
        #expect(error?.name == .limitsExceeded)
        setup.answers[setup.client.uniqueName] = .allowed
        await setup.service.reconsider(try #require(setup.client.uniqueName))
        for call in held { _ = try await call.value }
        #expect(try await setup.log().count == 3)
    }

    @Test func nobodyIsHeldForEver() async throws {
        let setup = try await Setup { $0.gate(patience: .milliseconds(50)) }
        setup.answers[setup.client.uniqueName] = .wait
        let calls = (0..<3).map { number in Task { try await setup.note("\(number)", by: setup.client) } }
        for call in calls {
            let error = await #expect(throws: RemoteError.self) { try await call.value }
            #expect(error?.name == .accessDenied)
        }
        #expect(await setup.service.perform { $0.incoming.inbox.isEmpty })
        #expect(try await setup.log().isEmpty)
    }

    @Test func theEndDropsWhatIsHeld() async throws {
        let setup = try await Setup()
        setup.answers[setup.client.uniqueName] = .wait
        let call = Task { try await setup.note("a", by: setup.client) }
        try await setup.waitUntilHeld(1)
        await setup.service.close()
        #expect(await setup.service.perform { $0.incoming.inbox.isEmpty })
        await #expect(throws: RemoteError.self) { try await call.value }
    }

    @Test func withoutAGateEverythingIsDispatched() async throws {
        let setup = try await Setup()
        setup.answers[setup.client.uniqueName] = .wait
        let call = Task { try await setup.note("a", by: setup.client) }
        try await setup.waitUntilHeld(1)
        await setup.service.setCallFilter(nil)
        #expect(try await call.value == 1)
        #expect(try await setup.note("b", by: setup.client) == 2)
    }
}
