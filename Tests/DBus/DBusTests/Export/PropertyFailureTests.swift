import DBus
import DBusTesting
import Testing

/// A property that cannot be read takes no other with it.
struct PropertyFailureTests {
    /// A service with a lamp whose brightness cannot be read, what it reports, and a client.
    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let reported = WatchedValue<[String]>([])

        static func start() async throws -> Setup {
            let bus = try await PrivateBus.start()
            let (service, client) = try await bus.connectPair()
            let setup = Setup(bus: bus, service: service, client: client)
            let reported = setup.reported
            service.setLog { event in
                if event.kind == .propertyUnreadable { reported.change { $0.append("\(event)") } }
            }
            await service.exportObjectManager(at: "/lamps")
            return setup
        }

        func export(at path: ObjectPath) async throws -> Lamp {
            let lamp = Lamp(loop: service.loop)
            await lamp.breakDown()
            try await service.export(Lamp.interface, of: lamp, at: path)
            return lamp
        }
    }

    private static let others: Set = ["Label", "Words", "Extra", "Serial", "Power", "Place"]
    private static let report =
        "the property org.example.Lamp.Brightness of /lamps/desk is left out: the lamp is broken"

    @Test func itIsLeftOutOfGetAll() async throws {
        let setup = try await Setup.start()
        _ = try await setup.export(at: "/lamps/desk")
        let lamp = Proxy(setup.client, setup.service.uniqueName, "/lamps/desk", Lamp.name)
        let before = setup.reported.value.count
        let all = try await lamp.getAll()
        #expect(Set(all.keys) == Self.others)
        // Nothing of it is left between the others.
        #expect((all["Place"], all["Words"]) == (.objectPath("/lamps/desk"), .strings(["a"])))
        #expect(setup.reported.value.dropFirst(before) == [Self.report])
        await #expect(throws: RemoteError(.failed, "the lamp is broken")) {
            try await lamp.get("Brightness", as: Int32.self)
        }
        #expect(setup.reported.value.count == before + 1)
    }

    @Test func itIsLeftOutWhereObjectsAreListed() async throws {
        let setup = try await Setup.start()
        let recorder = try await SignalRecorder(setup.client, MatchRule(member: "InterfacesAdded"))
        let lamp = try await setup.export(at: "/lamps/desk")
        let signal = try #require(try await recorder.wait().first)
        let added = try signal.arguments(as: ObjectPath.self, [String: [String: DBusValue]].self)
        #expect(added.1[Lamp.name.rawValue].map { Set($0.keys) } == Self.others)
        #expect(setup.reported.value == [Self.report])

        let whole = Lamp(loop: lamp.loop)
        try await setup.service.export(Lamp.interface, of: whole, at: "/lamps/hall")
        let listed: [ObjectPath: [String: [String: DBusValue]]] = try await setup.client.call(
            setup.service.uniqueName, path: "/lamps", interface: .objectManager, "GetManagedObjects")
        #expect(listed["/lamps/desk"]?[Lamp.name.rawValue].map { Set($0.keys) } == Self.others)
        #expect(
            listed["/lamps/hall"]?[Lamp.name.rawValue].map { Set($0.keys) } == Self.others.union(["Brightness"]))
        #expect(setup.reported.value == [Self.report, Self.report])
    }

    /// Watchers must not keep the old value.
    @Test func aChangeTellsItsName() async throws {
        let setup = try await Setup.start()
        _ = try await setup.export(at: "/lamps/desk")
        let recorder = try await SignalRecorder(setup.client, MatchRule(member: "PropertiesChanged"))
        await setup.service.perform { $0.emitPropertiesChanged("/lamps/desk", Lamp.name, ["Brightness", "Place"]) }
        let change = try #require(try await recorder.wait().first)
        #expect(
            change.body == [
                "org.example.Lamp", .properties(["Place": .objectPath("/lamps/desk")]), .strings(["Brightness"]),
            ])
        #expect(setup.reported.value.last == Self.report)
    }

    /// A value that D-Bus cannot carry fails as a getter does.
    @Test func aValueThatCannotBeSentIsLeftOut() async throws {
        let setup = try await Setup.start()
        let interface = Interface<Lamp>("org.example.Odd") {
            Property("Text") { (_: isolated Lamp) in "a\0b" }
            Property("File") { (_: isolated Lamp) throws -> UnixFileDescriptor in UnixFileDescriptor(owning: -1) }
            Property("Number") { (_: isolated Lamp) in UInt8(7) }
        }
        try await setup.service.export(interface, of: Lamp(loop: setup.service.loop), at: "/odd")
        let all = try await Proxy(setup.client, setup.service.uniqueName, "/odd", "org.example.Odd").getAll()
        #expect(all == ["Number": .byte(7)])
        #expect(setup.reported.value.count == 2)
    }
}
