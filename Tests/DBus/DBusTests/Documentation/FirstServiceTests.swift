// The code of the article "Your first service", block by block.
import DBus
import DBusTesting
import Glibc
import Testing
import TodayPlatform

actor Counter {
    private let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    private(set) var count: Int32 = 0

    init(_ connection: Connection) { self.connection = connection }
}

extension Counter {
    static let interface = Interface<Counter>("org.example.Counter", documentation: "Counts.") {
        Method("Add", in: ["amount"], out: ["count"], doc: "Adds an amount.") {
            (counter: isolated Counter, amount: Int32) in try counter.add(amount)
        }
        Method.async("AddSlowly", in: ["amount"], out: ["count"]) {
            (counter: isolated Counter, call: MethodCall, amount: Int32) in
            try await counter.addSlowly(amount, for: call)
        }
        Property("Count", doc: "The sum of what was added.") { (counter: isolated Counter) in counter.count }
        overflow
    }

    static let overflow = SignalDescription("org.example.Counter", "Overflow", ["amount"], as: Int32.self)
}

struct WouldOverflow: DBusErrorConvertible {
    let amount: Int32
    var remoteError: RemoteError {
        RemoteError("org.example.Counter.Error.WouldOverflow", "amount: \(amount) is too much")
    }
}

extension Counter {
    func add(_ amount: Int32) throws -> Int32 {
        let (sum, overflow) = count.addingReportingOverflow(amount)
        if overflow {
            try connection.emit(Counter.overflow, at: "/counter", amount)
            throw WouldOverflow(amount: amount)
        }
        count = sum
        connection.propertiesDidChange("/counter", "org.example.Counter", ["Count"])
        return count
    }

    func addSlowly(_ amount: Int32, for call: MethodCall) async throws -> Int32 {
        _ = try await call.credentials()
        return try add(amount)
    }
}

extension Counter {
    static let batches = Interface<Counter>("org.example.Counter.Batches") {
        Method.async("AddAll", in: ["amounts"], out: ["count"]) {
            (counter: isolated Counter, call: MethodCall, amounts: [Int32]) in
            try await call.whileCallerIsConnected { try await counter.addAll(amounts) }
        }
    }

    func addAll(_ amounts: [Int32]) async throws -> Int32 {
        for amount in amounts {
            try Task.checkCancellation()  // throws when the caller has gone
            _ = try add(amount)
            await Task.yield()
        }
        return count
    }
}

func serve(on bus: Connection) async throws -> Counter {
    let counter = Counter(bus)
    try await bus.export(Counter.interface, of: counter, at: "/counter")
    try await bus.requestName("org.example.Counter", .doNotQueue)
    return counter
}

func runService() async throws {
    let bus = try await Connection.open(.session)
    _ = try await serve(on: bus)
    await stopOnSignal(bus)
    if let reason = await bus.closed { print(reason) }
}

func stopOnSignal(_ bus: isolated Connection) {
    bus.loop.onStopSignal { bus.assumeIsolated { $0.close() } }
}

@MainActor final class Thermostat {
    private let connection: Connection
    private(set) var target = 20.0

    init(_ connection: Connection) { self.connection = connection }

    func set(_ target: Double) throws {
        guard target < 40 else { throw RemoteError(.invalidArgs, "\(target) is too hot") }
        if target > self.target { try connection.emit(Thermostat.raised, at: "/thermostat") }
        self.target = target
        connection.propertiesDidChange("/thermostat", "org.example.Thermostat", ["Target"])
    }
}

extension Thermostat {
    static let interface = Interface<Thermostat>("org.example.Thermostat") {
        Method("Raise", in: ["degrees"]) { (thermostat: Thermostat, degrees: Double) in
            try thermostat.set(thermostat.target + degrees)
        }
        Property("Target") { (thermostat: Thermostat, _: ObjectPath) in
            thermostat.target
        } set: { (thermostat: Thermostat, _: MethodCall, target: Double) in
            try thermostat.set(target)
        }
        raised
    }

    nonisolated static let raised = SignalDescription("org.example.Thermostat", "Raised")
}

@MainActor func serveThermostat(on bus: Connection) async throws -> Thermostat {
    let thermostat = Thermostat(bus)
    try await bus.export(Thermostat.interface, of: thermostat, at: "/thermostat")
    try await bus.requestName("org.example.Thermostat", .doNotQueue)
    return thermostat
}

func count(on bus: Connection) async throws -> Int32 {
    let counter = Proxy(bus, "org.example.Counter", "/counter", "org.example.Counter")
    let five: Int32 = try await counter.call("Add", Int32(5))
    let sum = try await counter.get("Count", as: Int32.self)
    return five + sum
}

func addTwice(on bus: Connection) async throws -> Int32 {
    let counter = RemoteInterface("org.example.Counter", "/counter", "org.example.Counter")
    try await bus.call(counter, "Add", Int32(1))
    return try await bus.call(counter, "Add", Int32(1))
}

func follow(on bus: Connection) async throws -> Int32? {
    let counter = Proxy(bus, "org.example.Counter", "/counter", "org.example.Counter")
    for await count in try await counter.observe("Count", as: Int32.self) {
        if let count, count > 100 { return count }
    }
    return nil
}

@Suite struct FirstServiceTests {
    @Test func itCounts() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let counter = try await serve(on: service)
        #expect(try await count(on: client) == 10)
        async let large = follow(on: client)
        _ = try await counter.add(200)
        #expect(try await large == 205)
    }

    @Test func itIsCalledInOtherWays() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let counter = try await serve(on: service)
        try await service.export(Counter.batches, of: counter, at: "/counter")
        #expect(try await addTwice(on: client) == 2)
        let batches = Proxy(client, "org.example.Counter", "/counter", "org.example.Counter.Batches")
        #expect(try await batches.call("AddAll", [Int32(3), 4]) as Int32 == 9)
    }

    @Test func itEndsWithASignal() async throws {
        let end = try await inOwnProcess {
            let bus = try await PrivateBus.start()
            let service = try await bus.connect()
            _ = try await serve(on: service)
            await stopOnSignal(service)
            kill(getpid(), SIGTERM)
            let reason = try await withDeadline { await service.closed }
            if reason != .closedHere { fatalError("it closed for the reason \(String(describing: reason))") }
        }
        #expect(end.exit == .status(0), "\(end.error)")
    }

    @Test func aThermostatLivesOnTheMainActor() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let thermostat = try await serveThermostat(on: service)
        let proxy = Proxy(client, "org.example.Thermostat", "/thermostat", "org.example.Thermostat")
        let recorder = try await SignalRecorder(client, MatchRule(sender: "org.example.Thermostat"))
        try await proxy.call("Raise", 1.5)
        #expect(try await proxy.get("Target") as Double == 21.5)
        try await proxy.set("Target", to: 18.0)
        #expect(await thermostat.target == 18)
        await #expect(throws: RemoteError(.invalidArgs, "98.0 is too hot")) { try await proxy.call("Raise", 80.0) }
        #expect(recorder.signals.map(\.member) == ["Raised", "PropertiesChanged", "PropertiesChanged"])
    }
}
