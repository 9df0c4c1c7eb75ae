import DBusTesting
import Testing

@testable import DBus

/// All properties of an interface, followed over a real bus.
@Suite struct PropertyCacheTests {
    private struct Thing: DBusDictionary, Equatable {
        var size = 0.0
        var name: String?
        static let keys = [DBusKey("Size", \Thing.size), DBusKey("Name", \Thing.name)]
    }

    private static let objects: ScriptedService.Objects = ["/a": ["x.Y": ["Size": 0.5, "Name": "a", "Other": true]]]

    private func proxy(_ bus: PrivateBus) async throws -> Proxy {
        Proxy(try await bus.connect(), ScriptedService.name, "/a", "x.Y")
    }

    @Test func valuesAreReadOnceAndFollowed() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, Self.objects)
        let cache = try await proxy(bus).properties()
        #expect(await cache.values == ["Size": 0.5, "Name": "a", "Other": true])
        #expect(await cache.value("Size", as: Double.self) == 0.5)
        #expect(await cache.value("Size", as: String.self) == nil)
        #expect(await cache.value("None", as: String.self) == nil)
        #expect(await cache.values(as: Thing.self) == Thing(size: 0.5, name: "a"))

        let changes = await cache.changes()
        var iterator = changes.makeAsyncIterator()
        let first = await iterator.next()
        #expect(first?.values == Self.objects["/a"]?["x.Y"] && first?.names == ["Size", "Name", "Other"])
        let connection = service.connection
        try await connection.tellChanged("/a", "x.Y", ["Size": 0.5])
        try await connection.tellChanged("/a", "x.Other", ["Size": 9.5])
        try await connection.tellChanged("/other", "x.Y", ["Size": 9.5])
        try await connection.tellChanged("/a", "x.Y", ["Size": 1.5, "Name": "a", "New": 1.0])
        let second = await iterator.next()
        #expect(second?.names == ["Size", "New"] && second?.values?["Size"] == 1.5 && second?.values?.count == 4)
        #expect(await cache.value("Size", as: Double.self) == 1.5)
        // A value of another type is the value, and what has a type takes it for absent.
        try await connection.tellChanged("/a", "x.Y", ["Size": "large", "Name": "b"])
        #expect(await iterator.next()?.names == ["Size", "Name"])
        #expect(await cache.values(as: Thing.self) == Thing(size: 0, name: "b"))
        #expect(await service.asked == ["GetAll"])
    }

    /// Each value is logged once, however often it is read.
    @Test func theLogIsToldOfAnotherType() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": ["x.Y": ["Size": "large", "Name": "a"]]])
        let proxy = try await proxy(bus)
        let told = WatchedValue<[String]>([])
        proxy.connection.setLog { event in told.change { $0.append("\(event.level) \(event.kind): \(event)") } }
        let cache = try await proxy.properties()
        for _ in 0..<3 { #expect(await cache.values(as: Thing.self) == Thing(name: "a")) }
        let text =
            "warning key-skipped: the property x.Y.Size of /a at org.example.Scripted: expected d, found s, "
            + "so it is treated as absent"
        #expect(told.value == [text])
        let seen = Collector(await cache.updates(as: Thing.self, bufferingPolicy: .unbounded))
        try await service.connection.tellChanged("/a", "x.Y", ["Name": "b"])
        try await service.connection.tellChanged("/a", "x.Y", ["Size": "small"])
        try await seen.wait(for: [Thing(name: "a"), Thing(name: "b"), Thing(name: "b")])
        #expect(told.value == [text, text])

        let objects = try await ObjectManagerClient.open(proxy.connection, ScriptedService.name, at: "/")
        let object = try #require(await objects.objects["/a"])
        #expect(object.properties(of: "x.Y", as: Thing.self) == Thing(name: "a"))
        #expect(told.value == [text, text, text])
        let values: [String: DBusValue] = ["Size": true]
        #expect(objects.properties(values, of: "x.Y", at: "/b", as: Thing.self) == Thing())
        #expect(told.value.last?.contains("the property x.Y.Size of /b at ") == true)
    }

    @Test func anInterfaceIsToldAsItsType() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, Self.objects)
        let cache = try await proxy(bus).properties()
        let seen = Collector(await cache.updates(as: Thing.self, bufferingPolicy: .unbounded))
        var expected: [Thing?] = [Thing(size: 0.5, name: "a")]
        try await seen.wait(for: expected)
        // The cache ignores properties that aren't among its keys.
        try await service.connection.tellChanged("/a", "x.Y", ["Other": false])
        try await service.connection.tellChanged("/a", "x.Y", ["Size": 1.5])
        expected.append(Thing(size: 1.5, name: "a"))
        try await seen.wait(for: expected)
        try await service.connection.emitRemoved("/a", ["x.Other"])
        try await service.connection.emitRemoved("/other", ["x.Y"])
        try await service.connection.emitRemoved("/a", ["x.Y", "x.Other"])
        expected.append(nil)
        try await seen.wait(for: expected)
        #expect(await cache.values == nil)
        try await service.connection.tellAdded("/a", ["x.Other": [:], "x.Y": ["Size": 2.5]])
        expected.append(Thing(size: 2.5))
        try await seen.wait(for: expected)
        await service.connection.close()
        expected.append(nil)
        try await seen.wait(for: expected)
        _ = try await ScriptedService.start(bus, Self.objects)
        expected.append(Thing(size: 0.5, name: "a"))
        try await seen.wait(for: expected)
    }

    @Test func signalsBeforeTheReplyAreOlder() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, Self.objects)
        await service.sayBeforeTheNextAnswer { connection in
            try connection.tellChanged("/a", "x.Y", ["Size": 7.5])
            try connection.emitRemoved("/a", ["x.Y"])
        }
        let cache = try await proxy(bus).properties()
        #expect(await cache.value("Size", as: Double.self) == 0.5)
    }

    @Test func whatIsInvalidatedIsReadInItsOrder() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, Self.objects)
        let cache = try await proxy(bus).properties()
        let seen = Collector(await cache.updates(as: Thing.self, bufferingPolicy: .unbounded))
        try await seen.wait(for: [Thing(size: 0.5, name: "a")])
        await service.set(["/a": ["x.Y": ["Size": 1.5]]])
        await service.sayBeforeTheNextAnswer { try $0.tellChanged("/a", "x.Y", ["Size": 9.5]) }
        try await service.connection.tellChanged("/a", "x.Y", [:], invalidated: ["Size", "Name"])
        // The signal came before both answers, and the newest of the three is right.
        try await seen.wait(for: [
            Thing(size: 0.5, name: "a"), Thing(size: 9.5, name: "a"), Thing(size: 9.5), Thing(size: 1.5),
        ])
        #expect(await service.asked == ["GetAll", "Get Name", "Get Size"])
    }

    @Test func anObjectThatIsNotThereMayCome() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": [:]])
        await service.refuse(.accessDenied)
        let cache = try await proxy(bus).properties()
        #expect(await cache.values == nil)
        let seen = Collector(await cache.updates(as: Thing.self, bufferingPolicy: .unbounded))
        try await seen.wait(for: [nil])
        // It reports a change, so the object exists, and has more properties than the signal carries.
        await service.set(Self.objects)
        try await service.connection.tellChanged("/a", "x.Y", ["Size": 9.5])
        try await seen.wait(for: [nil, Thing(size: 0.5, name: "a")])
        #expect(await service.asked == ["GetAll", "GetAll"])
    }

    @Test func nobodyIsAskedWhereNobodyIs() async throws {
        let bus = try await PrivateBus.start()
        let cache = try await proxy(bus).properties()
        #expect(await cache.values == nil)
        var changes = await cache.changes().makeAsyncIterator()
        let first = await changes.next()
        #expect(first != nil && first?.values == nil && first?.names == [])
        _ = try await ScriptedService.start(bus, Self.objects)
        #expect(await changes.next()?.names == ["Size", "Name", "Other"])
    }

    @Test func itLeavesNothingBehind() async throws {
        let bus = try await PrivateBus.start()
        _ = try await ScriptedService.start(bus, Self.objects)
        let proxy = try await proxy(bus)
        for round in 0..<40 {
            let reading = Task { try await proxy.properties().values?.count }
            for _ in 0..<round { await Task.yield() }
            if round % 2 == 0 { reading.cancel() }
            _ = await reading.result
        }
        let client = proxy.connection
        await eventually("subscriptions are left") { await client.perform { $0.subscriptions.size } == 0 }
    }
}
