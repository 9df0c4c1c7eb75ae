import DBusTesting
import TodayPlatform
import Testing

@testable import DBus

/// A property whose setter waits: the caller waits as well, and gets the result.
@Suite struct AsyncSetterTests {
    private actor Heater {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        private(set) var temperature = 20.0
        private(set) var name = "hall"
        let gate = Gate()
        let events = WatchedValue<[String]>([])

        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Heater>("org.example.Heater") {
            Property("Temperature") { (heater: isolated Heater, _: ObjectPath) in
                heater.temperature
            } set: { (heater: isolated Heater, call: MethodCall, value: Double) async throws in
                try await heater.heat(to: value, for: call)
            }
            Property("Name") { (heater: isolated Heater, _: ObjectPath) in
                heater.name
            } set: { (heater: isolated Heater, _: MethodCall, value: String) in
                heater.name = value
            }
        }

        func heat(to value: Double, for call: MethodCall) async throws {
            events.change { $0.append("began") }
            await gate.wait()
            if Task.isCancelled { events.change { $0.append("cancelled") } }
            guard value < 30 else { throw RemoteError("org.example.Error.Burning", "\(value) is too hot") }
            temperature = value
            connection.propertiesDidChange(call.path, "org.example.Heater", ["Temperature"])
        }
    }

    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let heater: Heater
        let proxy: Proxy

        init() async throws {
            bus = try await PrivateBus.start()
            (service, client) = try await bus.connectPair()
            heater = Heater(service)
            try await service.export(Heater.interface, of: heater, at: "/heater")
            try await service.requestName("org.example.Heater")
            proxy = Proxy(client, "org.example.Heater", "/heater", "org.example.Heater")
        }
    }

    @Test func theCallerWaitsUntilItIsSet() async throws {
        let setup = try await Setup()
        let heard = WatchedValue<[DBusValue]>([])
        _ = try await setup.client.subscribe(MatchRule(path: "/heater", interface: .properties)) { signal in
            heard.change { $0.append(signal.body[1]) }
        }
        let set = Task {
            try await setup.proxy.set("Temperature", to: 25.0)
            return heard.value
        }
        try await setup.heater.events.wait { $0 == ["began"] }
        // Others are served, and set at once what takes no time.
        #expect(try await setup.proxy.get("Temperature") as Double == 20)
        try await setup.proxy.set("Name", to: "attic")
        #expect(try await setup.proxy.get("Name") as String == "attic")
        await setup.heater.gate.open()
        #expect(try await set.value == [.properties(["Temperature": 25.0])])
        #expect(await setup.heater.temperature == 25)
    }

    @Test func itsErrorsReachTheCaller() async throws {
        let setup = try await Setup()
        await setup.heater.gate.open()
        await #expect(throws: RemoteError("org.example.Error.Burning", "40.0 is too hot")) {
            try await setup.proxy.set("Temperature", to: 40.0)
        }
        let wrong = await #expect(throws: RemoteError.self) { try await setup.proxy.set("Temperature", to: "hot") }
        #expect(wrong?.name == .invalidArgs)
        #expect(setup.heater.events.value == ["began"])
        let run = try await setup.bus.run(
            "busctl", "--user", "--address=\(setup.bus.address)", "set-property", "org.example.Heater", "/heater",
            "org.example.Heater", "Temperature", "d", "50")
        #expect(run.exit != .status(0))
        #expect(run.error.contains("50.0 is too hot"), "\(run)")
        let gdbus = try await setup.bus.run(
            "gdbus", "call", "--session", "--dest", "org.example.Heater", "--object-path", "/heater", "--method",
            "org.freedesktop.DBus.Properties.Set", "org.example.Heater", "Temperature", "<29.0>")
        #expect(gdbus.output == "()\n", "\(gdbus)")
        #expect(await setup.heater.temperature == 29)
    }

    /// Setters that take no time run in the order of the calls, with or without a reply.
    @Test func settingWithoutAReplyKeepsItsOrder() async throws {
        let setup = try await Setup()
        let properties = Proxy(setup.client, "org.example.Heater", "/heater", .properties)
        for number in 0..<20 {
            try await properties.callWithoutReply(
                "Set", "org.example.Heater", "Name", DBusValue.string("\(number)"))
            #expect(try await setup.proxy.get("Name") as String == "\(number)")
        }
    }

    @Test func itIsCancelledAtTheEnd() async throws {
        let setup = try await Setup()
        let set = Task { try await setup.proxy.set("Temperature", to: 25.0) }
        try await setup.heater.events.wait { $0 == ["began"] }
        await setup.service.close()
        await setup.heater.gate.open()
        try await setup.heater.events.wait { $0 == ["began", "cancelled"] }
        await #expect(throws: (any Error).self) { try await set.value }
    }
}
