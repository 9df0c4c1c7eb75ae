import DBusTesting
import Testing

@testable import DBus

/// An observed object comes and goes while its service stays.
struct ObservedObjectTests {
    private static let path: ObjectPath = "/lamps/desk"

    private func check(_ service: Connection, _ lamps: Proxy) async throws {
        await service.exportObjectManager(at: "/lamps")
        let lamp = Lamp(loop: service.loop)
        let seen = Collector(try await lamps.observe("Brightness", as: Int32.self, bufferingPolicy: .unbounded))
        try await seen.wait(for: [nil])
        try await service.export(Lamp.interface, of: lamp, at: Self.path)
        try await seen.wait(for: [nil, 1])
        // Another object, and another interface of this one, change nothing.
        try await service.export(Lamp.interface, of: lamp, at: "/lamps/desk/child")
        await service.unexport("/lamps/desk/child")
        try await service.export(Echo.interface, of: Echo(loop: service.loop), at: Self.path)
        await service.unexport(Self.path)
        try await seen.wait(for: [nil, 1, nil])
        await lamp.setBrightness(7)
        try await service.export(Lamp.interface, of: lamp, at: Self.path)
        try await seen.wait(for: [nil, 1, nil, 7])
    }

    @Test func anObjectOfAService() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.requestName("org.example.Lamps")
        try await check(service, Proxy(client, "org.example.Lamps", Self.path, Lamp.name))
    }

    @Test func anObjectOfAPeer() async throws {
        let peers = try await EchoPeers.start()
        try await check(peers.accepted, Proxy(peers.client, nil, Self.path, Lamp.name))
        await peers.stop()
    }

    /// The signal has not the value; it is asked for, and the answer is an error.
    @Test func aPropertyThatIsLeftOutIsRead() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        await service.exportObjectManager(at: "/lamps")
        let lamp = Lamp(loop: service.loop)
        try await service.export(Lamp.interface, of: lamp, at: Self.path)
        let proxy = Proxy(client, service.uniqueName, Self.path, Lamp.name)
        let seen = Collector(try await proxy.observe("Brightness", as: Int32.self, bufferingPolicy: .unbounded))
        try await seen.wait(for: [1])
        await lamp.breakDown()
        await service.perform { $0.emitPropertiesChanged(Self.path, Lamp.name, ["Brightness"]) }
        try await seen.wait(for: [1, nil])
    }
}
