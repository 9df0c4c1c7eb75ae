import DBus
import DBusTesting
import Testing

/// Objects that are exported when they are first called.
struct ChildrenOnDemandTests {
    private static let parent: ObjectPath = "/org/example/Echo/item"

    private func start() async throws -> EchoBus {
        let setup = try await EchoBus.start()
        try await setup.service.exportChildren(Echo.interface, of: setup.echo, below: Self.parent) { name in
            Int(name) != nil
        }
        return setup
    }

    private func caller(_ setup: EchoBus, _ path: ObjectPath, _ interface: InterfaceName? = Echo.name) async throws
        -> ObjectPath
    {
        let (_, path, _, _): (String, ObjectPath, String, String) = try await setup.client.call(
            Echo.busName, path: path, interface: interface, "Caller")
        return path
    }

    private func introspection(_ setup: EchoBus, _ path: ObjectPath) async throws -> String {
        try await setup.client.call(Echo.busName, path: path, interface: .introspectable, "Introspect")
    }

    @Test func aCallMakesItsObject() async throws {
        let setup = try await start()
        let item: ObjectPath = "/org/example/Echo/item/2"
        #expect(try await !introspection(setup, Self.parent).contains("<node name=\"2\""))
        #expect(try await caller(setup, item) == item)
        #expect(try await introspection(setup, item).contains(Echo.name.rawValue))
        #expect(try await introspection(setup, Self.parent).contains("<node name=\"2\""))
        #expect(try await caller(setup, item) == item)
        #expect(try await caller(setup, "/org/example/Echo/item/3", nil) == "/org/example/Echo/item/3")
    }

    @Test func otherPathsAndInterfacesMakeNone() async throws {
        let setup = try await start()
        for path in ["/org/example/Echo/item/x", "/org/example/Echo/item/2/2", "/org/example/Echo/other/2"]
            as [ObjectPath]
        {
            await #expect(throws: RemoteError(.unknownObject, "the object \(path) doesn't exist")) {
                _ = try await caller(setup, path)
            }
        }
        let item: ObjectPath = "/org/example/Echo/item/2"
        await #expect(throws: RemoteError(.unknownObject, "the object \(item) doesn't exist")) {
            _ = try await caller(setup, item, "org.example.Other")
        }
        await #expect(throws: ExportError.self) {
            try await setup.service.exportChildren(Echo.interface, of: setup.echo, below: Self.parent) { _ in true }
        }
    }

    /// An object is found no matter whether it is introspected first or which property call comes first.
    @Test func itIsThereForIntrospectionAndProperties() async throws {
        let setup = try await EchoBus.start()
        let lamp = Lamp(loop: setup.service.loop)
        try await setup.service.exportChildren(Lamp.interface, of: lamp, below: "/lamps") { Int($0) != nil }
        func proxy(_ number: Int) -> Proxy {
            Proxy(setup.client, Echo.busName, ObjectPath(unchecked: "/lamps/\(number)"), Lamp.name)
        }
        #expect(try await proxy(1).introspect().interfaces.contains { $0.name == Lamp.name })
        #expect(try await proxy(2).get("Serial") as String == "no. 1")
        #expect(try await proxy(3).getAll()["Place"] == .objectPath("/lamps/3"))
        try await proxy(4).set("Label", to: "hall")
        #expect(await lamp.label == "hall")
        let all: [String: DBusValue] = try await setup.client.call(
            Echo.busName, path: "/lamps/5", interface: .properties, "GetAll", "")
        #expect(all["Serial"] == "no. 1")
        let listed: String = try await introspection(setup, "/lamps")
        #expect((1...5).allSatisfy { listed.contains("<node name=\"\($0)\"") })
    }

    @Test func propertiesOfOtherInterfacesMakeNone() async throws {
        let setup = try await start()
        let item: ObjectPath = "/org/example/Echo/item/2"
        for (member, interface) in [("GetAll", "org.example.Other"), ("GetAll", "org.freedesktop.DBus.Peer")]
            as [(MemberName, String)]
        {
            await #expect(throws: RemoteError(.unknownObject, "the object \(item) doesn't exist")) {
                try await setup.client.call(Echo.busName, path: item, interface: .properties, member, interface)
            }
        }
        await #expect(throws: RemoteError(.unknownObject, "the object \(item) doesn't exist")) {
            try await setup.client.call(Echo.busName, path: item, interface: .properties, "GetAll", Int32(1))
        }
        await #expect(throws: RemoteError.self) { _ = try await introspection(setup, "/org/example/Echo/item/x") }
    }

    @Test func itGoesAndComesAgain() async throws {
        let setup = try await start()
        let item: ObjectPath = "/org/example/Echo/item/2"
        _ = try await caller(setup, item)
        await setup.service.unexport(item)
        #expect(try await !introspection(setup, Self.parent).contains("<node name=\"2\""))
        _ = try await caller(setup, item)
        // Without the parent that makes them, existing children stay.
        await setup.service.unexport(Self.parent)
        #expect(try await caller(setup, item) == item)
        await #expect(throws: RemoteError.self) { _ = try await caller(setup, "/org/example/Echo/item/3") }
        await setup.service.unexport(item)
        await #expect(throws: RemoteError.self) { _ = try await caller(setup, item) }
        await #expect(throws: RemoteError.self) { _ = try await introspection(setup, Self.parent) }
    }

    @Test func objectManagersTellOfThem() async throws {
        let setup = try await start()
        await setup.service.exportObjectManager(at: "/org/example/Echo")
        let recorder = try await SignalRecorder(setup.client, MatchRule(interface: .objectManager))
        _ = try await caller(setup, "/org/example/Echo/item/7")
        let signals = try await recorder.wait(for: 1)
        #expect(signals.map(\.member) == ["InterfacesAdded"])
        #expect(signals.first?.body.first == .objectPath("/org/example/Echo/item/7"))
    }
}
