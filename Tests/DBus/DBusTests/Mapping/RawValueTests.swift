import DBusTesting
import Testing

@testable import DBus

/// Types with a raw value are that value on the bus.
@Suite struct RawValueTests {
    enum State: UInt32, DBusType { case off, on, broken }
    enum Loop: String, DBusBasicType { case none = "None", track = "Track" }
    enum Level: UInt8, DBusFixedType { case low = 1, high = 2 }
    struct Features: OptionSet, DBusType, Hashable {
        let rawValue: UInt64
        static let seek = Features(rawValue: 1 << 40)
    }

    private func roundTrip<Value: DBusType>(_ value: Value) throws -> Value {
        try Value(variant: try DBusValue(encoding: value))
    }

    @Test func theyAreTheirRawValues() throws {
        #expect(State.signature == "u" && Loop.signature == "s" && Level.signature == "y" && Features.signature == "t")
        #expect(try DBusValue(encoding: State.broken) == .uint32(2))
        #expect(try roundTrip(State.on) == .on)
        #expect(try roundTrip([State.on, .off]) == [.on, .off])
        #expect(try roundTrip([Loop.track: State.on]) == [.track: .on])
        #expect(try roundTrip([Level.high, .low]) == [.high, .low])
        #expect(try roundTrip(Level.high) == .high)
        #expect(try roundTrip(Features.seek) == .seek)
    }

    @Test func aRawValueOfNothingIsNamed() throws {
        let number = #expect(throws: UnmarshallingError.self) { try State(variant: .uint32(7)) }
        #expect(number?.description == "expected a value of State, found 7")
        let word = #expect(throws: UnmarshallingError.self) { try Loop(variant: "Song") }
        #expect(word?.description == "expected a value of Loop, found \"Song\"")
        let level = #expect(throws: UnmarshallingError.self) { try [Level](variant: .bytes([1, 3])) }
        #expect(level?.description == "expected a value of Level, found 3")
    }

    private actor Machine {
        private let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Machine>("org.example.Machine") {
            Method("Set", in: ["name", "state"], out: ["state"]) { (_: isolated Machine, _: String, state: State) in
                state
            }
        }
    }

    /// Both sides say which argument it is, and of which call.
    @Test func theyTravelInCalls() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Machine.interface, of: Machine(service), at: "/machine")
        let machine = Proxy(client, service.uniqueName, "/machine", "org.example.Machine")
        #expect(try await machine.call("Set", "a", State.broken) == State.broken)
        await #expect(
            throws: RemoteError(
                .invalidArgs,
                "org.example.Machine.Set of /machine: argument 1 (state): expected a value of State, found 9")
        ) { try await machine.call("Set", "a", UInt32(9)) as UInt32 }
        let name = service.uniqueName?.rawValue ?? ""
        let reply = await #expect(throws: ConnectionError.self) {
            try await machine.call("Set", "a", State.on) as Level32
        }
        #expect(
            reply?.description == "org.example.Machine.Set of /machine at \(name): the reply cannot be read: "
                + "result 0: expected a value of Level32, found 1")
    }

    enum Level32: UInt32, DBusType { case other = 5 }
}
