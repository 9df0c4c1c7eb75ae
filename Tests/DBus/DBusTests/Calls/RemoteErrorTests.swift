import DBusTesting
import Testing

@testable import DBus

/// An error reply with more than a name and a sentence.
@Suite struct RemoteErrorTests {
    private actor Store {
        private let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Store>("org.example.Store") {
            Method("Buy") { (_: isolated Store, count: UInt32) throws in
                throw RemoteError(
                    "org.example.Store.Error.SoldOut", "sold out", arguments: count, ["apples": DBusValue.uint32(2)])
            }
            Method("Sell") { (_: isolated Store) throws in throw RemoteError(.notSupported, "no") }
        }
    }

    @Test func furtherArgumentsAreKept() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Store.interface, of: Store(service), at: "/store")
        let store = Proxy(client, service.uniqueName, "/store", "org.example.Store")
        let error = try #require(
            await #expect(throws: RemoteError.self) { try await store.call("Buy", UInt32(3)) })
        #expect(error.name == "org.example.Store.Error.SoldOut" && error.message == "sold out")
        let (count, left) = try error.arguments(as: UInt32.self, [String: DBusValue].self)
        #expect(count == 3 && left == ["apples": .uint32(2)])
        #expect(error.body == [.uint32(3), .properties(["apples": .uint32(2)])])
        let wrong = #expect(throws: UnmarshallingError.self) { try error.arguments(as: UInt32.self, String.self) }
        #expect(wrong?.description == "argument 1: expected s, found a{sv}")
        #expect(
            "\(error)" == "org.example.Store.Buy of /store at \(service.uniqueName?.rawValue ?? ""): "
                + "org.example.Store.Error.SoldOut: sold out")
        #expect(error.subject == Subject(.method, "org.example.Store", "Buy", at: "/store", of: service.uniqueName))
        #expect(error != RemoteError(error.name, error.message))

        let plain = await #expect(throws: RemoteError.self) { try await store.call("Sell") }
        #expect(plain == RemoteError(.notSupported, "no"))
        #expect(plain?.body == [])
    }

    /// If an argument can't be sent, or a result can't be read, the error names it.
    @Test func errorsSayWhichArgument() async throws {
        let setup = try await EchoBus.start()
        let echo = Proxy(setup.client, Echo.busName, Echo.path, Echo.name)
        let called = "of /org/example/Echo at org.example.Echo"
        let sent = await #expect(throws: MarshallingError.self) { try await echo.call("Fail", "a", "b\0") }
        #expect(
            sent?.description == "org.example.Echo.Fail \(called), argument 1: "
                + "a string contains a NUL character, which D-Bus cannot carry")
        let results = await #expect(throws: ConnectionError.self) {
            try await echo.call("Caller") as (String, ObjectPath, Int32, String)
        }
        #expect(
            results?.description == "org.example.Echo.Caller \(called): the reply has the signature \"soss\", "
                + "not \"sois\" (result 2: expected i, found s)")
        let few = await #expect(throws: RemoteError.self) { try await echo.call("Fail", "a") }
        #expect(
            few?.message == "org.example.Echo.Fail of /org/example/Echo takes the signature \"ss\", not \"s\": "
                + "argument 1 (message): expected s, found the end")
        let many = await #expect(throws: RemoteError.self) { try await echo.call("Text", "a", "b") }
        #expect(
            many?.message == "org.example.Echo.Text of /org/example/Echo takes the signature \"s\", not \"ss\": "
                + "argument 1: expected the end, found s")
        let signal = await #expect(throws: MarshallingError.self) {
            try await setup.client.emit("/a", "org.example.A", "B", "\0")
        }
        #expect(
            signal?.description == "the signal org.example.A.B of /a, argument 0: "
                + "a string contains a NUL character, which D-Bus cannot carry")
        let set = await #expect(throws: RemoteError.self) { try await echo.set("Nothing", to: "x") }
        #expect(
            set?.description == "the property org.example.Echo.Nothing \(called): "
                + "org.freedesktop.DBus.Error.UnknownProperty: "
                + "the interface org.example.Echo has no property \"Nothing\"")
    }

    @Test func aPropertyOfAnotherTypeIsRefusedByName() async throws {
        let setup = try await EchoBus.start()
        try await setup.service.export(Lamp.interface, of: Lamp(loop: setup.service.loop), at: "/lamp")
        let lamp = Proxy(setup.client, Echo.busName, "/lamp", Lamp.name)
        await #expect(
            throws: RemoteError(
                .invalidArgs, "the property org.example.Lamp.Label of /lamp: expected s, found i")
        ) { try await lamp.set("Label", to: Int32(1)) }
    }

    @Test(arguments: [
        ErrorName.serviceUnknown, .nameHasNoOwner, "org.freedesktop.DBus.Error.Spawn.ExecFailed",
        "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.systemd1.NoSuchUnit",
    ]) func nobodyIsThere(_ name: ErrorName) { #expect(RemoteError(name, "").isServiceUnavailable) }

    /// systemd replies with such errors itself, for example when it has no such unit: the call has reached it.
    @Test func aServiceThatRepliesIsThere() async throws {
        let setup = try await EchoBus.start()
        let name: ErrorName = "org.freedesktop.systemd1.NoSuchUnit"
        let replied = await #expect(throws: RemoteError.self) {
            try await Proxy(setup.client, Echo.busName, Echo.path, Echo.name).call(
                "Fail", name.rawValue, "no such unit")
        }
        #expect(replied == RemoteError(name, "no such unit") && replied?.isServiceUnavailable == false)
        let absent = await #expect(throws: RemoteError.self) {
            try await setup.client.call("org.example.Nobody", path: "/", interface: .peer, "Ping")
        }
        #expect(absent?.isServiceUnavailable == true)
    }

    /// An error is thrown, whatever its arguments are.
    @Test func argumentsThatCannotBeSentAreLeftOut() {
        let error = RemoteError(.failed, "too much", arguments: "a\0b")
        #expect(error.body.isEmpty)
        #expect(
            error.message
                == "too much (its arguments were left out: a string contains a NUL character, which D-Bus cannot carry)"
        )
    }

    @Test(arguments: [ErrorName.unknownObject, .noReply, .accessDenied]) func somebodyIsThere(_ name: ErrorName) {
        #expect(!RemoteError(name, "").isServiceUnavailable)
    }
}
