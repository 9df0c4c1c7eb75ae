import DBusTesting
import Testing

@testable import DBus

/// Interfaces of one object that come at once, and go one by one.
@Suite struct SeveralInterfacesTests {
    @Test func aClosedConnectionExportsNothing() async throws {
        let setup = try await EchoBus.start()
        await setup.client.close()
        let error = await #expect(throws: ExportError.self) {
            try await setup.client.export(Echo.interface, of: Echo(loop: setup.client.loop), at: "/echo")
        }
        #expect(error?.description == "the connection is closed; Connection.open opens another one")
    }

    private actor Desk {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        init(_ connection: Connection) { self.connection = connection }

        static let drawer = Interface<Desk>("org.example.Drawer") {
            Property("IsOpen") { (_: isolated Desk) in false }
        }
        static let top = Interface<Desk>("org.example.Top") {
            Property("Width") { (_: isolated Desk) in 1.6 }
            Method("Wipe") { (_: isolated Desk) in "clean" }
        }
        static let socket = Interface<Desk>("org.example.Socket") {
            Method("Switch") { (_: isolated Desk) in true }
        }
    }

    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let recorder: SignalRecorder
        let desk: Desk

        init() async throws {
            bus = try await PrivateBus.start()
            (service, client) = try await bus.connectPair()
            recorder = try await SignalRecorder(client, MatchRule(sender: service.uniqueName))
            desk = Desk(service)
            await service.exportObjectManager(at: "/office")
        }

        func interfaces(_ path: ObjectPath) async throws -> [InterfaceName] {
            try await Proxy(client, service.uniqueName, path, .introspectable).introspect().interfaces.map(\.name)
                .filter { !$0.rawValue.hasPrefix("org.freedesktop.DBus.") }
        }

        /// Returns the signals until now.
        func told() async throws -> [String] {
            try await service.emit("/", "org.example.Test", "Mark")
            _ = try await recorder.wait { $0.member == "Mark" }
            return recorder.signals.filter { $0.member != "Mark" }.map { "\($0.member) \($0.body)" }
        }
    }

    @Test func theyAreToldOfTogether() async throws {
        let setup = try await Setup()
        try await setup.service.export(Desk.drawer, Desk.top, of: setup.desk, at: "/office/desk")
        let signals = try await setup.recorder.wait()
        #expect(signals.map(\.member) == ["InterfacesAdded"])
        let added = try signals[0].arguments(as: ObjectPath.self, [String: [String: DBusValue]].self)
        #expect(added.0 == "/office/desk")
        #expect(added.1 == ["org.example.Drawer": ["IsOpen": false], "org.example.Top": ["Width": 1.6]])
        #expect(try await setup.told().count == 1)
        #expect(try await setup.interfaces("/office/desk") == ["org.example.Drawer", "org.example.Top"])
    }

    @Test func allComeOrNone() async throws {
        let setup = try await Setup()
        try await setup.service.export(Desk.top, of: setup.desk, at: "/office/desk")
        _ = try await setup.recorder.wait()
        let taken = ExportError(
            description:
                "the object /office/desk already has an interface org.example.Top; unexport(_:_:) removes it")
        await #expect(throws: taken) {
            try await setup.service.export(Desk.drawer, Desk.top, Desk.socket, of: setup.desk, at: "/office/desk")
        }
        await #expect(throws: ExportError.self) {
            try await setup.service.export(Desk.socket, Desk.socket, of: setup.desk, at: "/office/other")
        }
        #expect(try await setup.interfaces("/office/desk") == ["org.example.Top"])
        await #expect(throws: RemoteError.self) { try await setup.interfaces("/office/other") }
        #expect(try await setup.told().count == 1)
    }

    @Test func oneGoesAndTheObjectStays() async throws {
        let setup = try await Setup()
        try await setup.service.export(Desk.drawer, Desk.top, of: setup.desk, at: "/office/desk")
        await setup.service.unexport("/office/desk", "org.example.Top")
        // An interface that the object doesn't have, and one that every object has.
        await setup.service.unexport("/office/desk", "org.example.Top")
        await setup.service.unexport("/office/desk", .properties)
        await setup.service.unexport("/office/none", "org.example.Top")
        #expect(try await setup.interfaces("/office/desk") == ["org.example.Drawer"])
        let top = Proxy(setup.client, setup.service.uniqueName, "/office/desk", "org.example.Top")
        let gone = await #expect(throws: RemoteError.self) { try await top.call("Wipe") }
        #expect(gone?.name == .unknownInterface)
        let unread = await #expect(throws: RemoteError.self) { try await top.getAll() }
        #expect(unread?.name == .unknownInterface)
        let listed: [ObjectPath: [String: [String: DBusValue]]] = try await setup.client.call(
            setup.service.uniqueName, path: "/office", interface: .objectManager, "GetManagedObjects")
        #expect(listed == ["/office/desk": ["org.example.Drawer": ["IsOpen": false]]])
        // It may come again, and goes with the rest.
        try await setup.service.export(Desk.top, of: setup.desk, at: "/office/desk")
        await setup.service.unexport("/office/desk")
        let told = try await setup.told()
        #expect(told.count == 4)
        #expect(told[1] == #"InterfacesRemoved ["/office/desk", ["org.example.Top"]]"#)
        #expect(told[3].contains("org.example.Drawer") && told[3].contains("org.example.Top"))
    }

    @Test func theObjectGoesWithItsLast() async throws {
        let setup = try await Setup()
        try await setup.service.export(Desk.drawer, Desk.top, of: setup.desk, at: "/elsewhere/desk")
        await setup.service.unexport("/elsewhere/desk", "org.example.Top")
        await setup.service.unexport("/elsewhere/desk", "org.example.Drawer")
        let unknown = await #expect(throws: RemoteError.self) { try await setup.interfaces("/elsewhere") }
        #expect(unknown?.name == .unknownObject)
        // No object manager covers it.
        #expect(try await setup.told() == [])
    }

    /// An object that its first call makes is made again when it has gone, and not while another interface holds it.
    @Test func whatWasMadeByACallGoesToo() async throws {
        let setup = try await Setup()
        try await setup.service.exportChildren(Desk.top, of: setup.desk, below: "/desks") { $0 == "one" }
        let one = Proxy(setup.client, setup.service.uniqueName, "/desks/one", "org.example.Top")
        #expect(try await one.call("Wipe") as String == "clean")
        try await setup.service.export(Desk.socket, of: setup.desk, at: "/desks/one")
        await setup.service.unexport("/desks/one", "org.example.Top")
        let gone = await #expect(throws: RemoteError.self) { try await one.call("Wipe") }
        #expect(gone?.name == .unknownInterface)
        await setup.service.unexport("/desks/one", "org.example.Socket")
        #expect(try await one.call("Wipe") as String == "clean")
    }

    /// The owner goes with its last interface, and not before.
    @Test func theOwnerIsKeptForWhatIsLeft() async throws {
        let setup = try await Setup()
        let owner = try await {
            let desk = Desk(setup.service)
            try await setup.service.export(Desk.drawer, Desk.top, of: desk, at: "/other")
            return Weak(desk)
        }()
        await setup.service.unexport("/other", "org.example.Top")
        #expect(owner.object != nil)
        await setup.service.unexport("/other", "org.example.Drawer")
        await eventually("the owner is kept") { owner.object == nil }
    }
}
