import DBusTesting
import Testing

@testable import DBus

/// The options that a call sends to the bus and to the other side.
struct CallOptionsTests {
    /// Reports the options that it sees in a call.
    private actor Witness {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        private(set) var notes: [String] = []

        init(_ connection: Connection) { self.connection = connection }

        func note(_ call: MethodCall, _ text: String) {
            notes.append("\(text) \(call.expectsReply) \(call.allowsInteractiveAuthorization)")
        }

        static let remote = RemoteInterface("org.example.Witness", "/witness", "org.example.Witness")

        static let interface = Interface<Witness>(remote.interface) {
            Method("See") { (it: isolated Witness, call: MethodCall, text: String) -> Void in
                it.note(call, text)
                if text == "fail" { throw RemoteError(.failed, "on purpose") }
            }
            Method("Notes") { (it: isolated Witness) in it.notes }
            Method("Handle") { (it: isolated Witness, call: MethodCall, _: UnixFileDescriptor) -> Void in
                it.note(call, "handle")
            }
            Method("Nothing") { (it: isolated Witness, call: MethodCall) -> Void in it.note(call, "nothing") }
        }
    }

    private func start() async throws -> (PrivateBus, client: Connection) {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Witness.interface, of: Witness(service), at: "/witness")
        try await service.requestName("org.example.Witness", .doNotQueue)
        return (bus, client)
    }

    /// Also with handles, and without a body: such messages are made in other ways.
    @Test func theOtherSideSeesWhatIsAsked() async throws {
        let (bus, client) = try await start()
        let proxy = Proxy(client, Witness.remote)
        let handle = try #require(UnixFileDescriptor(duplicating: 0))
        try await proxy.call("See", "plain")
        try await proxy.call("See", options: .noAutoStart, "no start")
        try await proxy.call("See", options: .allowInteractiveAuthorization, "ask")
        try await proxy.call("Handle", options: .allowInteractiveAuthorization, handle)
        try await proxy.call("Nothing", options: .allowInteractiveAuthorization)
        // The no-reply flag isn't an option: the caller would wait in vain.
        try await proxy.call("See", timeout: .seconds(20), options: CallOptions(rawValue: 255), "all")
        let notes: [String] = try await proxy.call("Notes")
        #expect(
            notes == [
                "plain true false", "no start true false", "ask true true", "handle true true", "nothing true true",
                "all true true",
            ])
        withExtendedLifetime(bus) {}
    }

    @Test func aCallWithoutReplyGetsNone() async throws {
        let (bus, client) = try await start()
        let proxy = Proxy(client, Witness.remote)
        let handle = try #require(UnixFileDescriptor(duplicating: 0))
        let monitor = try await bus.start("dbus-monitor", "--address", bus.address, "type=error", "type=method_return")
        try await monitor.output { $0.contains("NameLost") || $0.contains("method return") }
        try await proxy.callWithoutReply("See", "one")
        try await proxy.callWithoutReply("See", options: .allowInteractiveAuthorization, "fail")
        try await proxy.callWithoutReply("Handle", handle)
        try await proxy.callWithoutReply("Nothing")
        try await client.callWithoutReply(
            "org.example.Witness", path: "/witness", interface: nil, "Missing", Int32(5))
        #expect(await client.perform { $0.pending.count } == 0)
        let notes: [String] = try await proxy.call("Notes")
        #expect(notes == ["one false false", "fail false true", "handle false false", "nothing false false"])
        let text = try await monitor.output { $0.contains("one false false") }
        #expect(!text.contains("on purpose") && !text.contains("Missing"))
        monitor.signal(15)
    }

    /// Starts a service with a lamp, and a client whose method `Note` adds a text to `order`.
    private static func startNoting(on bus: PrivateBus) async throws -> (
        service: Connection, client: Connection, remote: RemoteInterface, order: WatchedValue<[String]>
    ) {
        let (service, client) = try await bus.connectPair()
        try await service.export(Lamp.interface, of: Lamp(loop: service.loop), at: "/lamp")
        let order = WatchedValue<[String]>([])
        let noting = Interface<Echo>("org.example.Order") {
            Method("Note") { (_: isolated Echo, text: String) -> Void in order.change { $0.append(text) } }
        }
        try await client.export(noting, of: Echo(loop: client.loop), at: "/order")
        return (service, client, RemoteInterface(client.uniqueName, "/order", "org.example.Order"), order)
    }

    @Test func aCallWithoutReplyComesAfterWhatWasNoted() async throws {
        let bus = try await PrivateBus.start()
        let (service, client, remote, order) = try await Self.startNoting(on: bus)
        _ = try await client.subscribe(MatchRule(member: "PropertiesChanged")) { _ in
            order.change { $0.append("change") }
        }
        try await service.perform { service in
            service.propertiesDidChange("/lamp", Lamp.name, ["Brightness"])
            try service.callWithoutReply(remote, "Note", "call")
        }
        try await order.wait { $0.count == 2 }
        #expect(order.value == ["change", "call"])
    }

    /// A call that waits to emit recorded changes is not overtaken by a later call, if the changes are emitted meanwhile.
    @Test func callsKeepTheirOrderBehindRecordedChanges() async throws {
        let bus = try await PrivateBus.start()
        let (service, _, remote, order) = try await Self.startNoting(on: bus)
        let calls = await service.perform { service in
            [
                Task {
                    service.propertiesDidChange("/lamp", Lamp.name, ["Brightness"])
                    try await service.call(remote, "Note", "first")
                },
                Task {
                    service.emitPendingChanges()
                    try await service.call(remote, "Note", "second")
                },
            ]
        }
        for call in calls { try await call.value }
        #expect(order.value == ["first", "second"])
    }

    /// A call without a reply throws an error if the connection is closed.
    @Test func aCallWithoutReplyNeedsAConnection() async throws {
        let (_, client) = try await start()
        await client.close()
        let error = await #expect(throws: ConnectionError.self) {
            try await client.callWithoutReply(Witness.remote, "Nothing")
        }
        #expect(error?.code == .closed)
    }

    @Test func nobodyIsStartedUnasked() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        try await bus.addService("org.example.Lazy", exec: "/bin/false")
        let lazy = RemoteInterface("org.example.Lazy", "/", .peer)
        let error = await #expect(throws: RemoteError.self) {
            try await client.call(lazy, "Ping", options: .noAutoStart)
        }
        #expect(error?.name == .nameHasNoOwner || error?.name == .serviceUnknown)
        // The service that the bus starts fails, and the bus reports that.
        let failure = await #expect(throws: RemoteError.self) { try await client.call(lazy, "Ping") }
        #expect(failure?.name.rawValue.contains("Spawn") == true)
    }
}
