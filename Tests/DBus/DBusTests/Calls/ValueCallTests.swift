import DBusTesting
import Testing

@testable import DBus

/// Answers with the values from the call, no matter which types it declares.
private actor Liar {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    static let told = SignalDescription("org.example.Liar", "Told", ["text"], as: String.self)

    static let interface = Interface<Liar>("org.example.Liar") {
        Method<Liar>.later("Tell", in: ["text", "values"], out: ["text"]) {
            (_: isolated Liar, call: MethodCall, reply: DeferredReply<String>, text: String, values: [DBusValue]) in
            guard !values.isEmpty else { throw RemoteError(.invalidArgs, "there are no values") }
            try call.connection.assumeIsolated { try $0.emit(told, at: "/liar", text) }
            reply.send(values: values)
            reply.send(values: [])
        }
        told
    }
}

/// Calls whose types are known at run time only.
@Suite struct ValueCallTests {
    private enum Event: Hashable, Sendable {
        case signal(String)
        case reply([DBusValue])
        case error(String)
    }

    /// Keeps its bus, which ends without a reference.
    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let events = WatchedValue<[Event]>([])

        func call(_ values: [DBusValue]) async throws {
            let name = try #require(service.uniqueName)
            try await client.perform { [events] in
                try $0.call(name, path: "/liar", interface: "org.example.Liar", "Tell", values: values) { result in
                    switch result {
                    case .success(let values): events.change { $0.append(.reply(values)) }
                    case .failure(let error): events.change { $0.append(.error("\(error)")) }
                    }
                }
            }
        }
    }

    private static func start() async throws -> Setup {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Liar.interface, of: Liar(service.loop), at: "/liar")
        let setup = Setup(bus: bus, service: service, client: client)
        _ = try await client.subscribe(MatchRule(interface: "org.example.Liar")) { [events = setup.events] signal in
            events.change { $0.append(.signal("\(signal.body)")) }
        }
        return setup
    }

    @Test func theReplyIsToldBehindTheSignalsBeforeIt() async throws {
        let setup = try await Self.start()
        let values: [DBusValue] = [.int32(5), .structure([.double(1), .strings(["a"])]), .variant("x")]
        try await setup.call(["hi", .variants(values)])
        try await setup.events.wait { $0.count == 2 }
        #expect(setup.events.value == [.signal("[\"hi\"]"), .reply(values)])
    }

    @Test func wrongArgumentsAreAnError() async throws {
        let setup = try await Self.start()
        try await setup.call([.int32(1)])
        try await setup.call(["hi", .variants([])])
        try await setup.events.wait { $0.count == 2 }
        #expect(setup.events.value.allSatisfy { "\($0)".contains("InvalidArgs") })
    }

    @Test func aClosedConnectionTakesNoCall() async throws {
        let setup = try await Self.start()
        await setup.client.close()
        await #expect(throws: ConnectionError.self) { try await setup.call(["hi", .variants([])]) }
    }
}
