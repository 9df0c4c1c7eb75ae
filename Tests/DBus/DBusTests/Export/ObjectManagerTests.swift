import DBus
import DBusTesting
import Testing

struct ObjectManagerTests {
    private typealias Objects = [ObjectPath: [String: [String: DBusValue]]]

    private func objects(_ client: Connection, _ service: Connection, _ path: ObjectPath) async throws -> Objects {
        try await client.call(service.uniqueName, path: path, interface: .objectManager, "GetManagedObjects")
    }

    @Test func objectsAreListedAndToldOf() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (lamp, echo) = (Lamp(loop: service.loop), Echo(loop: service.loop))
        let recorder = try await SignalRecorder(client, MatchRule(interface: .objectManager))
        try await service.export(Lamp.interface, of: lamp, at: "/lamps/early")
        await service.exportObjectManager(at: "/lamps")
        try await service.export(Echo.interface, of: echo, at: "/lamps")
        try await service.export(Lamp.interface, of: lamp, at: "/lamps/room/late")
        try await service.export(Echo.interface, of: echo, at: "/lamps/room/late")
        try await service.export(Lamp.interface, of: lamp, at: "/elsewhere")

        let listed = try await objects(client, service, "/lamps")
        // The list excludes the manager itself, objects that aren't below it, and the nodes between.
        #expect(Set(listed.keys) == ["/lamps/early", "/lamps/room/late"])
        #expect(Set(listed["/lamps/room/late"]?.keys.map { $0 } ?? []) == [Lamp.name.rawValue, Echo.name.rawValue])
        #expect(listed["/lamps/early"]?[Lamp.name.rawValue]?["Place"] == .objectPath("/lamps/early"))
        #expect(listed["/lamps/early"]?[Lamp.name.rawValue]?.count == 7)
        #expect(listed["/lamps/room/late"]?[Echo.name.rawValue] == [:])

        await service.unexport("/lamps/room/late")
        await service.unexport("/lamps/room/late")
        await service.unexport("/lamps/none")
        await service.unexport("/elsewhere")
        await service.unexport("/lamps/early")
        let signals = try await recorder.wait(for: 4)
        #expect(
            signals.map(\.member) == ["InterfacesAdded", "InterfacesAdded", "InterfacesRemoved", "InterfacesRemoved"])
        #expect(signals.allSatisfy { $0.path == "/lamps" })
        let added = try signals[0].arguments(as: ObjectPath.self, [String: [String: DBusValue]].self)
        #expect(added.0 == "/lamps/room/late")
        #expect(added.1[Lamp.name.rawValue]?["Serial"] == "no. 1")
        #expect(
            signals[1].body.last
                == .dictionary(
                    [.init(.string(Echo.name.rawValue), .properties([:]))], key: "s", value: "a{sv}"))
        #expect(
            signals[2].body == [.objectPath("/lamps/room/late"), .strings([Lamp.name.rawValue, Echo.name.rawValue])])
        #expect(signals[3].body == [.objectPath("/lamps/early"), .strings([Lamp.name.rawValue])])
        #expect(try await objects(client, service, "/lamps") == [:])
    }

    @Test func theRootMayManage() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        await service.exportObjectManager(at: "/")
        try await service.export(Lamp.interface, of: Lamp(loop: service.loop), at: "/a/b/c")
        #expect(try await objects(client, service, "/").keys.map(\.rawValue) == ["/a/b/c"])
    }
}
