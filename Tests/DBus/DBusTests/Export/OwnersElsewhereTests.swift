import DBusTesting
import Testing

@testable import DBus

/// Owners on global actors, actors with an executor of their own, and all of them together.
@Suite struct OwnersElsewhereTests {
    @globalActor actor Storage { static let shared = Storage() }

    @Storage final class Shelf {
        var books: UInt32 = 3
        let connection: Connection
        init(_ connection: Connection) { self.connection = connection }

        nonisolated static let name: InterfaceName = "org.example.Shelf"
        nonisolated static let interface = Interface<Shelf>(name) {
            Method.isolated("Add", in: ["books"], out: ["sum"]) {
                @Storage (shelf: Shelf, call: MethodCall, books: UInt32) in
                shelf.books += books
                shelf.connection.propertiesDidChange(call.path, name, ["Books"])
                return shelf.books
            }
            Method.isolated("Split") { @Storage (shelf: Shelf, _: MethodCall) in (shelf.books / 2, shelf.books % 2) }
            Property.isolated("Books") { @Storage (shelf: Shelf, _: ObjectPath) in
                shelf.books
            } set: { @Storage (shelf: Shelf, _: MethodCall, value: UInt32) in
                shelf.books = value
            }
            Property.isolated("Place", .constant) { @Storage (_: Shelf, path: ObjectPath) in path }
        }
    }

    /// An actor as Swift makes it.
    actor Clock {
        var ticks: Int64 = 10
        let connection: Connection
        init(_ connection: Connection) { self.connection = connection }

        static let name: InterfaceName = "org.example.Clock"
        static let interface = Interface<Clock>(name) {
            Method("Tick", out: ["ticks"]) { (clock: isolated Clock, call: MethodCall) in
                clock.ticks += 1
                clock.connection.propertiesDidChange(call.path, name, ["Ticks"])
                return clock.ticks
            }
            Method("Fail") { (_: isolated Clock) throws -> String in throw RemoteError(.notSupported, "it stands") }
            Property("Ticks") { (clock: isolated Clock, _: ObjectPath) in
                clock.ticks
            } set: { (clock: isolated Clock, _: MethodCall, value: Int64) in
                guard value >= 0 else { throw RemoteError(.invalidArgs, "no time is before the first") }
                clock.ticks = value
            }
        }
    }

    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let shelf: Shelf
        let clock: Clock

        init() async throws {
            bus = try await PrivateBus.start()
            (service, client) = try await bus.connectPair()
            shelf = await Shelf(service)
            clock = Clock(service)
        }

        func proxy(_ path: ObjectPath, _ interface: InterfaceName) -> Proxy {
            Proxy(client, service.uniqueName, path, interface)
        }

        func objects(_ path: ObjectPath) async throws -> [ObjectPath: [String: [String: DBusValue]]] {
            try await client.call(service.uniqueName, path: path, interface: .objectManager, "GetManagedObjects")
        }
    }

    @Test func anyGlobalActorServes() async throws {
        let setup = try await Setup()
        try await setup.service.export(Shelf.interface, of: setup.shelf, at: "/shelf")
        let shelf = setup.proxy("/shelf", Shelf.name)
        let recorder = try await SignalRecorder(setup.client, MatchRule(path: "/shelf"))
        #expect(try await shelf.call("Add", UInt32(2)) as UInt32 == 5)
        #expect(recorder.signals.map { $0.body[1] } == [.properties(["Books": .uint32(5)])])
        let halves: (UInt32, UInt32) = try await shelf.call("Split")
        #expect(halves == (2, 1))
        try await shelf.set("Books", to: UInt32(1))
        #expect(try await shelf.getAll() == ["Books": .uint32(1), "Place": .objectPath("/shelf")])
    }

    @Test func anActorOfItsOwnServes() async throws {
        let setup = try await Setup()
        try await setup.service.export(Clock.interface, of: setup.clock, at: "/clock")
        let clock = setup.proxy("/clock", Clock.name)
        let recorder = try await SignalRecorder(setup.client, MatchRule(path: "/clock"))
        #expect(try await clock.call("Tick") as Int64 == 11)
        #expect(recorder.signals.map { $0.body[1] } == [.properties(["Ticks": .int64(11)])])
        await #expect(throws: RemoteError(.notSupported, "it stands")) { try await clock.call("Fail") as String }
        try await clock.set("Ticks", to: Int64(3))
        #expect(try await clock.get("Ticks") as Int64 == 3)
        await #expect(throws: RemoteError(.invalidArgs, "no time is before the first")) {
            try await clock.set("Ticks", to: Int64(-3))
        }
    }

    @Test(arguments: [false, true]) func objectsOfSeveralActorsAreListed(_ keepsReplies: Bool) async throws {
        let setup = try await Setup()
        await setup.service.exportObjectManager(at: "/all", keepsReplies: keepsReplies)
        let lamp = Lamp(loop: setup.service.loop)
        try await setup.service.export(Lamp.interface, of: lamp, at: "/all/lamp")
        try await setup.service.export(Shelf.interface, of: setup.shelf, at: "/all/shelf")
        try await setup.service.export(Clock.interface, of: setup.clock, at: "/all/shelf")
        let radio = await Radio(setup.service, at: "/all/radio")
        try await setup.service.export(Radio.interface, of: radio, at: "/all/radio")
        for round in 1...3 {
            try await setup.proxy("/all/shelf", Shelf.name).set("Books", to: UInt32(round))
            try await setup.proxy("/all/shelf", Clock.name).set("Ticks", to: Int64(round))
            try await setup.proxy("/all/radio", Radio.name).set("Volume", to: Double(round) / 4)
            let objects = try await setup.objects("/all")
            #expect(Set(objects.keys) == ["/all/lamp", "/all/shelf", "/all/radio"])
            #expect(objects["/all/lamp"]?[Lamp.name.rawValue]?.count == 7)
            #expect(objects["/all/radio"]?[Radio.name.rawValue]?["Volume"] == .double(Double(round) / 4))
            #expect(
                objects["/all/shelf"] == [
                    Shelf.name.rawValue: ["Books": .uint32(UInt32(round)), "Place": .objectPath("/all/shelf")],
                    Clock.name.rawValue: ["Ticks": .int64(Int64(round))],
                ], "\(round)")
        }
    }

    /// All of an object, of two actors and the loop.
    @Test func oneObjectMayHaveOwnersInSeveralPlaces() async throws {
        let setup = try await Setup()
        try await setup.service.export(Lamp.interface, of: Lamp(loop: setup.service.loop), at: "/it")
        try await setup.service.export(Shelf.interface, of: setup.shelf, at: "/it")
        try await setup.service.export(Clock.interface, of: setup.clock, at: "/it")
        #expect(try await setup.proxy("/it", Lamp.name).get("Serial") as String == "no. 1")
        #expect(try await setup.proxy("/it", Lamp.name).getAll().count == 7)
        try await setup.proxy("/it", Lamp.name).set("Brightness", to: Int32(4))
        #expect(try await setup.proxy("/it", Lamp.name).get("Brightness") as Int32 == 4)
        let all: [String: DBusValue] = try await setup.client.call(
            setup.service.uniqueName, path: "/it", interface: .properties, "GetAll", "")
        #expect(all.count == 9 && all["Ticks"] == .int64(10) && all["Books"] == .uint32(3))
        let ticks: DBusValue = try await setup.client.call(
            setup.service.uniqueName, path: "/it", interface: .properties, "Get", "", "Ticks")
        #expect(ticks == .int64(10))
    }

    /// With the values, before all else that the object says, and the end after it.
    @Test func objectsComeAndGoInOrder() async throws {
        let setup = try await Setup()
        await setup.service.exportObjectManager(at: "/all")
        let recorder = try await SignalRecorder(setup.client, MatchRule(sender: setup.service.uniqueName))
        let radio = await Radio(setup.service, at: "/all/radio")
        for round in 1...10 {
            try await setup.service.perform { [interface = Radio.interface] service in
                try service.export(interface, of: radio, at: "/all/radio")
                try service.emit(Radio.heard, at: "/all/radio", "hello")
                service.unexport("/all/radio")
            }
            let signals = try await recorder.wait(for: 3 * round).suffix(3)
            #expect(signals.map(\.member) == ["InterfacesAdded", "Heard", "InterfacesRemoved"])
            let added = try signals.first?.arguments(as: ObjectPath.self, [String: [String: DBusValue]].self)
            #expect(added?.1[Radio.name.rawValue]?["Station"] == "one")
        }
    }

    @Test func childrenOnDemandMayLiveAnywhere() async throws {
        let setup = try await Setup()
        try await setup.service.exportChildren(Clock.interface, of: setup.clock, below: "/clocks") { $0 == "wall" }
        #expect(try await setup.proxy("/clocks/wall", Clock.name).call("Tick") as Int64 == 11)
        #expect(try await setup.proxy("/clocks/wall", Clock.name).get("Ticks") as Int64 == 11)
    }
}
