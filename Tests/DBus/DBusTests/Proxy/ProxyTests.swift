import DBusTesting
import Testing

@testable import DBus

/// A proxy's calls and properties, against a service of this process.
@Suite struct ProxyTests {
    actor Lamp {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        var brightness: Double = 0.5
        var colour = "white"

        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Lamp>("org.example.Lamp") {
            Method("Toggle", out: ["was"]) { (lamp: isolated Lamp) in
                defer { lamp.brightness = lamp.brightness == 0 ? 1 : 0 }
                return lamp.brightness
            }
            Property(
                "Brightness", get: { (lamp: isolated Lamp, _: ObjectPath) in lamp.brightness },
                set: { (lamp: isolated Lamp, _: MethodCall, value: Double) in lamp.dim(to: value) })
            Property("Colour", .invalidates) { (lamp: isolated Lamp) in lamp.colour }
        }

        func dim(to brightness: Double) {
            self.brightness = brightness
            tell("Brightness")
        }

        func paint(_ colour: String) {
            self.colour = colour
            tell("Colour")
        }

        private func tell(_ property: MemberName) {
            connection.assumeIsolated { $0.emitPropertiesChanged("/lamp", "org.example.Lamp", [property]) }
        }
    }

    private static let name: BusName = "org.example.Lamp"

    private func lamp(on bus: PrivateBus) async throws -> Lamp {
        let service = try await bus.connect()
        let lamp = Lamp(service)
        try await service.export(Lamp.interface, of: lamp, at: "/lamp")
        try await service.requestName(Self.name, .doNotQueue)
        return lamp
    }

    @Test func callsAndProperties() async throws {
        let bus = try await PrivateBus.start()
        _ = try await lamp(on: bus)
        let proxy = Proxy(try await bus.connect(), Self.name, "/lamp", "org.example.Lamp")
        let was: Double = try await proxy.call("Toggle")
        #expect(was == 0.5)
        #expect(try await proxy.get("Brightness", as: Double.self) == 0)
        try await proxy.set("Brightness", to: 0.25)
        #expect(try await proxy.getAll() == ["Brightness": .double(0.25), "Colour": "white"])
        await #expect(throws: ConnectionError.self) { try await proxy.get("Brightness", as: String.self) }
        await #expect(throws: RemoteError.self) { try await proxy.set("Colour", to: "red") }
    }

    @Test func aPropertyIsObservedThroughChangesAndOwners() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let proxy = Proxy(client, Self.name, "/lamp", "org.example.Lamp")
        let values = try await proxy.observe("Brightness", as: Double.self, bufferingPolicy: .unbounded)
        let seen = Collector(values)
        try await seen.wait(for: [nil])

        let first = try await lamp(on: bus)
        try await seen.wait(for: [nil, 0.5])
        try await proxy.set("Brightness", to: 0.75)
        try await seen.wait(for: [nil, 0.5, 0.75])
        await first.connection.close()
        try await seen.wait(for: [nil, 0.5, 0.75, nil])
        _ = try await lamp(on: bus)
        try await seen.wait(for: [nil, 0.5, 0.75, nil, 0.5])
        await client.close()
        try await seen.waitForEnd()
    }

    /// The connection ends at any moment of it.
    @Test func observingLeavesNothingBehindWhenTheConnectionEnds() async throws {
        let bus = try await PrivateBus.start()
        _ = try await lamp(on: bus)
        for round in 0..<40 {
            let kept: Weak<Connection>
            do {
                let client = try await bus.connect()
                kept = Weak(client)
                let proxy = Proxy(client, Self.name, "/lamp", "org.example.Lamp")
                let observing = Task { try await proxy.observe("Brightness", as: Double.self) }
                for _ in 0..<round { await Task.yield() }
                await client.close()
                if let values = try? await observing.value { for await _ in values {} }
            }
            await eventually("the connection is kept") { kept.object == nil }
        }
    }

    @Test func observingLeavesNothingBehindWhenItIsCancelled() async throws {
        let bus = try await PrivateBus.start()
        _ = try await lamp(on: bus)
        let client = try await bus.connect()
        let proxy = Proxy(client, Self.name, "/lamp", "org.example.Lamp")
        for round in 0..<40 {
            let observing = Task {
                for await _ in try await proxy.observe("Brightness", as: Double.self) {}
            }
            for _ in 0..<round { await Task.yield() }
            observing.cancel()
            _ = await observing.result
        }
        await eventually("subscriptions are left") { await client.perform { $0.subscriptions.size } == 0 }
    }

    @Test func anInvalidatedPropertyIsReadAnew() async throws {
        let bus = try await PrivateBus.start()
        let lamp = try await lamp(on: bus)
        let proxy = Proxy(try await bus.connect(), Self.name, "/lamp", "org.example.Lamp")
        let seen = Collector(try await proxy.observe("Colour", as: String.self, bufferingPolicy: .unbounded))
        try await seen.wait(for: ["white"])
        await lamp.paint("red")
        try await seen.wait(for: ["white", "red"])
    }
}
