import DBus
import DBusTesting
import Testing

struct PropertyTests {
    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let lamp: Lamp
        let path: ObjectPath = "/lamps/desk"

        static func start() async throws -> Setup {
            let bus = try await PrivateBus.start()
            let (service, client) = try await bus.connectPair()
            let setup = Setup(bus: bus, service: service, client: client, lamp: Lamp(loop: service.loop))
            try await service.export(Lamp.interface, of: setup.lamp, at: setup.path)
            return setup
        }

        func get(_ name: String, of interface: InterfaceName = Lamp.name) async throws -> DBusValue {
            try await client.call(
                service.uniqueName, path: path, interface: .properties, "Get", interface.rawValue, name)
        }

        func getAll(_ interface: InterfaceName = Lamp.name) async throws -> [String: DBusValue] {
            try await client.call(service.uniqueName, path: path, interface: .properties, "GetAll", interface.rawValue)
        }

        func set(_ name: String, _ value: DBusValue, of interface: InterfaceName = Lamp.name) async throws {
            try await client.call(
                service.uniqueName, path: path, interface: .properties, "Set", interface.rawValue, name, value)
        }

        /// The name of the error that something fails with.
        func failure(_ body: () async throws -> Void) async -> ErrorName? {
            do { try await body() } catch { return (error as? RemoteError)?.name }
            return nil
        }
    }

    private static let all: [String: DBusValue] = [
        "Brightness": .int32(1), "Label": "desk", "Words": .strings(["a"]), "Extra": .variant(.int32(7)),
        "Serial": "no. 1", "Power": 0.5, "Place": .objectPath("/lamps/desk"),
    ]

    @Test func propertiesAreRead() async throws {
        let setup = try await Setup.start()
        for (name, value) in Self.all { #expect(try await setup.get(name) == value) }
        #expect(try await setup.getAll() == Self.all)
        #expect(try await setup.getAll(.properties) == [:])
        #expect(try await setup.getAll(.peer) == [:])
    }

    @Test func propertiesAreSet() async throws {
        let setup = try await Setup.start()
        try await setup.set("Brightness", .int32(3))
        #expect(try await setup.get("Brightness") == .int32(3))
        try await setup.set("Label", "hall")
        #expect(await setup.lamp.label == "hall")
        try await setup.set("Words", .strings([]))
        // A property of type v holds a variant of its own.
        try await setup.set("Extra", .variant(true))
        #expect(await setup.lamp.label == "true")
    }

    @Test func whatCannotBeReadOrSetIsAnError() async throws {
        let setup = try await Setup.start()
        #expect(await setup.failure { _ = try await setup.get("No") } == .unknownProperty)
        #expect(await setup.failure { _ = try await setup.get("Brightness", of: .peer) } == .unknownProperty)
        #expect(await setup.failure { _ = try await setup.get("X", of: "org.example.No") } == .unknownInterface)
        #expect(await setup.failure { _ = try await setup.getAll("org.example.No") } == .unknownInterface)
        #expect(await setup.failure { try await setup.set("No", true) } == .unknownProperty)
        #expect(await setup.failure { try await setup.set("X", true, of: .peer) } == .unknownProperty)
        #expect(await setup.failure { try await setup.set("Serial", "x") } == .propertyReadOnly)
        #expect(await setup.failure { try await setup.set("Brightness", .int32(11)) } == "org.example.Error.Range")
        await setup.lamp.breakDown()
        await #expect(throws: RemoteError(.failed, "the lamp is broken")) { try await setup.get("Brightness") }
        #expect(try await setup.get("Label") == "desk")
    }

    /// D-Bus specification, "org.freedesktop.DBus.Properties": the interface may be left empty.
    @Test func aPropertyIsFoundWithoutItsInterface() async throws {
        let setup = try await Setup.start()
        let other = Interface<Lamp>("org.example.Other") {
            Property("Colour") { (_: isolated Lamp) in "white" }
            Property("Label") { (_: isolated Lamp) in "of the other" }
        }
        try await setup.service.export(other, of: setup.lamp, at: setup.path)
        func get(_ name: String) async throws -> DBusValue {
            try await setup.client.call(
                setup.service.uniqueName, path: setup.path, interface: .properties, "Get", "", name)
        }
        #expect(try await get("Brightness") == .int32(1))
        #expect(try await get("Colour") == "white")
        #expect(try await get("Label") == "desk")
        #expect(await setup.failure { _ = try await get("No") } == .unknownProperty)
        try await setup.client.call(
            setup.service.uniqueName, path: setup.path, interface: .properties, "Set", "", "Brightness",
            DBusValue.int32(5))
        #expect(try await setup.get("Brightness") == .int32(5))
        let all: [String: DBusValue] = try await setup.client.call(
            setup.service.uniqueName, path: setup.path, interface: .properties, "GetAll", "")
        #expect(Set(all.keys) == Set(Self.all.keys).union(["Colour"]))
        #expect(all["Label"] == "desk")
    }

    /// The type counts, also where the value is empty.
    @Test(
        arguments: [
            ("Brightness", .int64(3)), ("Brightness", "x"), ("Brightness", .variant(.int32(3))), ("Words", "x"),
            ("Words", .array([], of: "i")), ("Words", .bytes([])), ("Words", .properties([:])), ("Extra", .int32(1)),
        ] as [(String, DBusValue)])
    func aValueOfAnotherTypeIsRefused(_ name: String, _ value: DBusValue) async throws {
        let setup = try await Setup.start()
        #expect(await setup.failure { try await setup.set(name, value) } == .invalidArgs)
        #expect(try await setup.getAll() == Self.all)
    }

    @Test func changesAreToldAsDeclared() async throws {
        let setup = try await Setup.start()
        let recorder = try await SignalRecorder(setup.client, MatchRule(interface: .properties))
        try await setup.set("Brightness", .int32(4))
        let change = try #require(try await recorder.wait().first)
        #expect((change.path, change.member) == (setup.path, "PropertiesChanged"))
        // The value, the name, and no trace of the silent property.
        #expect(change.body == ["org.example.Lamp", .properties(["Brightness": .int32(4)]), .strings(["Power"])])

        await setup.service.perform { service in
            service.emitPropertiesChanged("/lamps/desk", Lamp.name, ["Serial", "Label", "No"])
            service.emitPropertiesChanged("/lamps/desk", "org.example.No", ["Brightness"])
            service.emitPropertiesChanged("/lamps/no", Lamp.name, ["Brightness"])
            service.emitPropertiesChanged("/lamps/desk", Lamp.name, ["Power"])
        }
        let second = try await recorder.wait(for: 2)[1]
        #expect(second.body == ["org.example.Lamp", .properties([:]), .strings(["Power"])])
    }
}
