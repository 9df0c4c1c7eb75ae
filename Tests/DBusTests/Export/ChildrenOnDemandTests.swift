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
        await #expect(throws: RemoteError(.unknownObject, "there is no object \(item)")) {
            _ = try await introspection(setup, item)
        }
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
            await #expect(throws: RemoteError(.unknownObject, "there is no object \(path)")) {
                _ = try await caller(setup, path)
            }
        }
        let item: ObjectPath = "/org/example/Echo/item/2"
        await #expect(throws: RemoteError(.unknownObject, "there is no object \(item)")) {
            _ = try await caller(setup, item, "org.example.Other")
        }
        await #expect(throws: ExportError.self) {
            try await setup.service.exportChildren(Echo.interface, of: setup.echo, below: Self.parent) { _ in true }
        }
    }

    @Test func itGoesAndComesAgain() async throws {
        let setup = try await start()
        let item: ObjectPath = "/org/example/Echo/item/2"
        _ = try await caller(setup, item)
        await setup.service.unexport(item)
        await #expect(throws: RemoteError.self) { _ = try await introspection(setup, item) }
        _ = try await caller(setup, item)
        // Without the one who makes them, those that are there stay.
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
