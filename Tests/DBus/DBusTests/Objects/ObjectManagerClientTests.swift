import DBusTesting
import Testing

@testable import DBus

/// Objects of a service of this process, followed over a real bus.
@Suite struct ObjectManagerClientTests {
    private static let lamps: BusName = "org.example.Lamps"

    private func open(_ client: Connection, _ name: BusName? = ScriptedService.name) async throws -> (
        ObjectManagerClient, Collector<ObjectEvent>
    ) {
        let objects = try await ObjectManagerClient.open(client, name, at: "/")
        return (objects, Collector(await objects.events()))
    }

    // MARK: Our own object manager

    private func checkLamps(_ service: Connection, _ client: Connection, _ name: BusName?) async throws {
        await service.exportObjectManager(at: "/")
        let lamp = Lamp(loop: service.loop)
        try await service.export(Lamp.interface, of: lamp, at: "/lamps/desk")
        let lamps = try await ObjectManagerClient.open(client, name, at: "/")
        let desk = try #require(await lamps.objects["/lamps/desk"])
        #expect(desk.value("Brightness", of: Lamp.name) == Int32(1))
        #expect(desk.value("Brightness", of: Lamp.name, as: String.self) == nil)
        #expect(desk.properties(of: Lamp.name, as: Light.self) == Light(brightness: 1, label: "desk"))
        #expect(desk.properties(of: "x.Y", as: Light.self) == nil)

        let seen = WatchedValue<[ObjectEvent]>([])
        // Before the first change, which would be missed.
        let events = await lamps.events()
        let following = Task { for await event in events { seen.change { $0.append(event) } } }
        defer { following.cancel() }
        try await seen.wait { $0.contains { if case .added("/lamps/desk", _) = $0 { true } else { false } } }
        let proxy = lamps.proxy("/lamps/desk", Lamp.name)
        try await proxy.set("Brightness", to: Int32(6))
        // Power is invalidated by that, and read.
        try await seen.wait { $0.contains { $0.changes(["Power"]) } && $0.contains { $0.changes(["Brightness"]) } }
        let after = try #require(await lamps.objects["/lamps/desk"])
        #expect(after.value("Brightness", of: Lamp.name) == Int32(6) && after.value("Power", of: Lamp.name) == 3.0)

        try await service.export(Lamp.interface, of: lamp, at: "/lamps/hall")
        try await seen.wait { $0.contains { if case .added("/lamps/hall", _) = $0 { true } else { false } } }
        #expect(await Self.below(lamps) == ["/lamps/desk", "/lamps/hall"])
        await service.unexport("/lamps/desk")
        try await seen.wait { $0.contains(.removed("/lamps/desk", [Lamp.name])) }
        #expect(await Self.below(lamps) == ["/lamps/hall"])
    }

    /// A peer has other objects, too.
    private static func below(_ lamps: ObjectManagerClient) async -> [ObjectPath] {
        await lamps.objects(with: Lamp.name).keys.filter { $0.isDescendant(of: "/lamps") }.sorted {
            $0.rawValue < $1.rawValue
        }
    }

    private struct Light: DBusDictionary, Equatable {
        var brightness: Int32 = 0
        var label = ""
        static let keys = [DBusKey("Brightness", \Light.brightness), DBusKey("Label", \Light.label)]
    }

    @Test func objectsOfAService() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.requestName(Self.lamps)
        try await checkLamps(service, client, Self.lamps)
    }

    @Test func objectsOfAPeer() async throws {
        let peers = try await EchoPeers.start()
        try await checkLamps(peers.accepted, peers.client, nil)
        await peers.stop()
    }

    @Test func aGeneratedClientIsMadeOfAnObject() async throws {
        let bus = try await PrivateBus.start()
        _ = try await ScriptedService.start(
            bus, ["/a": ["org.example.Home1.Lamp": ["Brightness": 0.5]], "/b": ["x.Y": [:]]])
        let objects = try await ObjectManagerClient.open(
            try await bus.connect(), ScriptedService.name, at: "/", timeout: .seconds(20))
        let lamps = await objects.clients(Home1Lamp.self)
        #expect(lamps.map(\.proxy.path) == ["/a"] && lamps.first?.proxy.timeout == .seconds(20))
        #expect(try await lamps.first?.brightnessProperty == 0.5)
        #expect(lamps.first == objects.client(Home1Lamp.self, at: "/a"))
        let (lamp, other) = (await objects.objects["/a"], await objects.objects["/b"])
        #expect(lamp?.client(Home1Lamp.self, of: objects) == lamps.first)
        #expect(lamp?.client(Home1Lamp.self, of: objects)?.proxy.timeout == .seconds(20))
        #expect(other != nil && other?.client(Home1Lamp.self, of: objects) == nil)
    }

    // MARK: The order of the stream

    /// Signals that a service emits before its reply are older than the reply; later ones are newer.
    @Test func signalsBeforeTheReplyAreOlder() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": ["x.Y": ["V": 0.5]]])
        await service.sayBeforeTheNextAnswer { connection in
            try connection.tellAdded("/gone", ["x.Y": [:]])
            try connection.tellChanged("/a", "x.Y", ["V": 7.5, "W": true])
            try connection.emitRemoved("/a", ["x.Y"])
        }
        let (objects, events) = try await open(try await bus.connect())
        let owner = ObjectEvent.ownerChanged(service.connection.uniqueName)
        let first = ObjectEvent.added("/a", ["x.Y": ["V": 0.5]])
        try await events.wait(for: [owner, first])
        #expect(await objects.objects.keys.map(\.rawValue) == ["/a"])
        try await service.connection.tellChanged("/a", "x.Y", ["V": 1.5])
        try await events.wait(for: [owner, first, .changed("/a", "x.Y", values: ["V": 1.5], names: ["V"])])
    }

    @Test func aPropertyThatIsInvalidatedIsReadAndMayFail() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": ["x.Y": ["V": 0.5, "W": 2.5]]])
        let (objects, events) = try await open(try await bus.connect())
        var expected: [ObjectEvent] = [
            .ownerChanged(service.connection.uniqueName), .added("/a", ["x.Y": ["V": 0.5, "W": 2.5]]),
        ]
        try await events.wait(for: expected)
        await service.set(["/a": ["x.Y": ["V": 1.5]]])
        await service.sayBeforeTheNextAnswer { try $0.tellChanged("/a", "x.Y", ["V": 9.5]) }
        try await service.connection.tellChanged("/a", "x.Y", [:], invalidated: ["V"])
        // The signal came between the question and its answer, which is the newer of the two.
        expected += [
            .changed("/a", "x.Y", values: ["V": 9.5, "W": 2.5], names: ["V"]),
            .changed("/a", "x.Y", values: ["V": 1.5, "W": 2.5], names: ["V"]),
        ]
        try await events.wait(for: expected)
        try await service.connection.tellChanged("/a", "x.Y", [:], invalidated: ["W"])
        expected.append(.changed("/a", "x.Y", values: ["V": 1.5], names: ["W"]))
        try await events.wait(for: expected)
        #expect(await service.asked == ["GetManagedObjects", "Get V", "Get W"])
        #expect(await objects.objects["/a"]?.interfaces == ["x.Y": ["V": 1.5]])
    }

    // MARK: Following with a handler

    /// The handler gets the manager's own properties with the objects, and gets them again from another owner.
    @Test func aHandlerGetsTheObjectsAndTheManagersOwnProperties() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let seen = WatchedValue<[[ObjectEvent]]>([])
        // While the manager is read again, its objects exist for a moment, so they are counted with the events.
        let failed = WatchedValue<[Int]>([])
        let objects = try await ObjectManagerClient.follow(
            client, Self.lamps, at: "/lamps", including: Lamp.name, options: .noAutoStart
        ) { objects, events in
            let count = objects.objects.count
            if case .failureChanged(_?)? = events.first { failed.change { $0.append(count) } }
            seen.change { $0.append(events) }
        }
        #expect(seen.value == [[.ownerChanged(nil)]])
        for _ in 1...2 {
            let service = try await bus.connect()
            let (manager, desk) = (Lamp(loop: service.loop), Lamp(loop: service.loop))
            await service.exportObjectManager(at: "/lamps")
            try await service.export(Lamp.interface, of: desk, at: "/lamps/desk")
            try await service.requestName(Self.lamps)
            // The manager has no properties yet, and is read again.
            try await failed.wait { !$0.isEmpty }
            #expect(failed.value.allSatisfy { $0 == 0 })
            try await service.export(Lamp.interface, of: manager, at: "/lamps")
            try await seen.wait { $0.last?.first?.isAdded("/lamps") == true }
            #expect(await objects.objects.keys.sorted { $0.rawValue < $1.rawValue } == ["/lamps", "/lamps/desk"])
            try await objects.proxy("/lamps", Lamp.name).set("Brightness", to: Int32(6))
            try await seen.wait { $0.contains { $0.contains { $0.changes(["Brightness"]) } } }
            #expect(await objects.objects["/lamps"]?.value("Brightness", of: Lamp.name) == Int32(6))
            await service.close()
            try await seen.wait { $0.last?.last == .ownerChanged(nil) }
            #expect(await objects.objects.isEmpty)
            seen.change { $0 = [] }
            failed.change { $0 = [] }
        }
    }

    @Test func aHandlerEndsWithItsClient() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": ["x.Y": ["V": 0.5]]])
        let client = try await bus.connect()
        let seen = WatchedValue<[ObjectEvent]>([])
        let objects = try await ObjectManagerClient.follow(client, ScriptedService.name, at: "/") { _, events in
            seen.change { $0 += events }
        }
        try await seen.wait {
            $0 == [.ownerChanged(service.connection.uniqueName), .added("/a", ["x.Y": ["V": 0.5]])]
        }
        _ = consume objects
        await eventually("subscriptions are left") { await client.perform { $0.subscriptions.size } == 0 }
    }

    // MARK: Malformed data

    @Test func whatIsMalformedIsLeftOut() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": ["x.Y": ["V": 0.5], "no name": ["V": 0.5]]])
        let (_, events) = try await open(try await bus.connect())
        var expected: [ObjectEvent] = [
            .ownerChanged(service.connection.uniqueName), .added("/a", ["x.Y": ["V": 0.5]]),
        ]
        try await events.wait(for: expected)
        let connection = service.connection
        try await connection.emit("/", .objectManager, "InterfacesAdded", "/b", ["x.Y"])
        try await connection.emit("/", .objectManager, "InterfacesAdded", "/b" as ObjectPath, ["x.Y": "V"])
        try await connection.emit("/", .objectManager, "InterfacesRemoved", "/a" as ObjectPath, "x.Y")
        try await connection.emit("/", .objectManager, "InterfacesRemoved")
        try await connection.emit("/a", .properties, "PropertiesChanged", "x.Y", ["V": Int32(1)], [String]())
        try await connection.emit("/a", .properties, "PropertiesChanged", Int32(1))
        try await connection.tellChanged("/a", "y", ["V": 7.5])
        try await connection.tellChanged("/none", "x.Y", ["V": 7.5])
        try await connection.tellAdded("/b", ["": ["V": 7.5], "no name": [:]])
        // Of these a part is good.
        try await connection.tellAdded("/c", ["": ["V": 7.5], "x.Y": ["V": 1.5]])
        try await connection.emitRemoved("/a", ["", "no name", "x.Y"])
        expected += [.added("/c", ["x.Y": ["V": 1.5]]), .removed("/a", ["x.Y"])]
        try await events.wait(for: expected)
    }

    @Test func whoHasNoObjectManagerIsRefused() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let error = await #expect(throws: RemoteError.self) {
            try await ObjectManagerClient.open(client, service.uniqueName, at: "/")
        }
        #expect(error?.name == .unknownInterface)
        // They end with the client, whose end is a job of the loop.
        await eventually("subscriptions are left") { await client.perform { $0.subscriptions.size } == 0 }
    }

    @Test func anObjectManagerThatComesLateIsAskedAgain() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let lamps = try await ObjectManagerClient.open(client, Self.lamps, at: "/")
        let events = Collector(await lamps.events())
        try await events.wait(for: [.ownerChanged(nil)])
        #expect(await lamps.owner == nil)
        try await service.requestName(Self.lamps)
        await eventually("it is not asked") { await lamps.failure is RemoteError }
        let failure = await lamps.failure.map { "\($0)" }
        let echo = Echo(loop: service.loop)
        try await service.export(Echo.interface, of: echo, at: "/early")
        await service.exportObjectManager(at: "/")
        try await service.export(Echo.interface, of: echo, at: "/late")
        try await events.wait(for: [
            .ownerChanged(nil), .ownerChanged(service.uniqueName), .failureChanged(failure), .failureChanged(nil),
            .added("/early", [Echo.name: [:]]), .added("/late", [Echo.name: [:]]),
        ])
        #expect(await lamps.failure == nil)
        #expect(await lamps.owner == service.uniqueName)
    }

    // MARK: Owners and ends

    @Test func anotherOwnerHasOtherObjects() async throws {
        let bus = try await PrivateBus.start()
        let first = try await ScriptedService.start(bus, ["/a": ["x.Y": ["V": 0.5]], "/b": ["x.Y": [:]]])
        let (objects, events) = try await open(try await bus.connect())
        var expected: [ObjectEvent] = [
            .ownerChanged(first.connection.uniqueName), .added("/a", ["x.Y": ["V": 0.5]]), .added("/b", ["x.Y": [:]]),
        ]
        try await events.wait(for: expected)
        await first.connection.close()
        expected += [.removed("/a", ["x.Y"]), .removed("/b", ["x.Y"]), .ownerChanged(nil)]
        try await events.wait(for: expected)
        #expect(await objects.objects.isEmpty)
        let second = try await ScriptedService.start(bus, ["/a": ["x.Y": ["V": 1.5]]])
        expected += [.ownerChanged(second.connection.uniqueName), .added("/a", ["x.Y": ["V": 1.5]])]
        try await events.wait(for: expected)
        // Others may say what they like.
        let other = try await bus.connect()
        try await other.emitRemoved("/a", ["x.Y"])
        try await other.tellChanged("/a", "x.Y", ["V": 7.5])
        try await other.call(.bus, "GetId")
        try await second.connection.tellChanged("/a", "x.Y", ["V": 2.5])
        expected.append(.changed("/a", "x.Y", values: ["V": 2.5], names: ["V"]))
        try await events.wait(for: expected)
    }

    @Test func aThousandObjects() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        await service.exportObjectManager(at: "/")
        let echo = Echo(loop: service.loop)
        for number in 0..<500 {
            try await service.export(Echo.interface, of: echo, at: ObjectPath(unchecked: "/echo/n\(number)"))
        }
        let (objects, _) = try await open(client, service.uniqueName)
        #expect(await objects.objects.count == 500)
        for number in 500..<1000 {
            try await service.export(Echo.interface, of: echo, at: ObjectPath(unchecked: "/echo/n\(number)"))
        }
        for number in 0..<250 { await service.unexport(ObjectPath(unchecked: "/echo/n\(number)")) }
        // The service's reply arrives after its earlier signals.
        let _: String = try await client.call(
            service.uniqueName, path: "/echo/n999", interface: Echo.name, "Text", "done")
        #expect(await objects.objects.count == 750)
        var told: Set<ObjectPath> = []
        for await event in await objects.events() {
            if case .added(let path, _) = event { told.insert(path) }
            if told.count == 750 { break }
        }
        #expect(Set(await objects.objects.keys) == told)
    }

    @Test func itEndsWithTheConnectionAndLeavesNothingBehind() async throws {
        let bus = try await PrivateBus.start()
        _ = try await ScriptedService.start(bus, ["/a": ["x.Y": [:]]])
        let client = try await bus.connect()
        do {
            let (objects, _) = try await open(client)
            _ = await objects.objects
        }
        await eventually("subscriptions are left") { await client.perform { $0.subscriptions.size } == 0 }
        let kept = try await open(client)
        await client.close()
        try await kept.1.waitForEnd()
        #expect(await kept.0.objects.isEmpty)
        await #expect(throws: ConnectionError.self) { try await open(client) }
    }

    @Test func itIsCancelledAtAnyMoment() async throws {
        let bus = try await PrivateBus.start()
        _ = try await ScriptedService.start(bus, ["/a": ["x.Y": [:]]])
        let client = try await bus.connect()
        // It asks for two matches and the owner at least; each answer is a moment.
        for answers in Array(repeating: 0..<4, count: 10).joined() {
            let before = await client.perform { $0.incoming.received }
            let opening = Task { try await ObjectManagerClient.open(client, ScriptedService.name, at: "/") }
            while await client.perform({ $0.incoming.received }) < before + UInt64(answers) { await Task.yield() }
            opening.cancel()
            _ = await opening.result
        }
        await eventually("subscriptions are left") { await client.perform { $0.subscriptions.size } == 0 }
    }

    /// On the thread of the connection nothing has to be waited for.
    @Test func itIsReadSynchronouslyOnItsThread() async throws {
        let bus = try await PrivateBus.start()
        _ = try await ScriptedService.start(bus, ["/a": ["x.Y": ["V": 0.5]]])
        let client = try await bus.connect()
        let (objects, _) = try await open(client)
        let value = await client.perform { _ in
            objects.assumeIsolated { $0.objects["/a"]?.value("V", of: "x.Y", as: Double.self) }
        }
        #expect(value == 0.5)
    }
}

extension ObjectEvent {
    fileprivate func isAdded(_ path: ObjectPath) -> Bool { if case .added(path, _) = self { true } else { false } }

    /// Whether it says that these properties have changed.
    fileprivate func changes(_ properties: Set<String>) -> Bool {
        if case .changed(_, _, _, let names) = self { properties.isSubset(of: names) } else { false }
    }
}
