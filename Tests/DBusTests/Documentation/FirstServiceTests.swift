// The code of the article "Your first service", block by block.
import DBus
import DBusTesting
import Testing

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
        try connection.assumeIsolated { bus in
            if overflow {
                try bus.emit(Counter.overflow, at: "/counter", amount)
                throw WouldOverflow(amount: amount)
            }
        }
        count = sum
        connection.assumeIsolated { $0.propertiesDidChange("/counter", "org.example.Counter", ["Count"]) }
        return count
    }

    func addSlowly(_ amount: Int32, for call: MethodCall) async throws -> Int32 {
        _ = try await call.credentials()
        return try add(amount)
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
    if let reason = await bus.closed { print(reason) }
}

func count(on bus: Connection) async throws -> Int32 {
    let counter = Proxy(bus, "org.example.Counter", "/counter", "org.example.Counter")
    let five: Int32 = try await counter.call("Add", Int32(5))
    let sum = try await counter.get("Count", as: Int32.self)
    return five + sum
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
}
