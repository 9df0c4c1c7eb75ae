import DBus
import DBusTesting
import Testing

/// The examples in the README of DBus.
@Suite struct ReadmeTests {
    @Test func theClientIsGreeted() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await serveGreeter(on: service)
        #expect(try await greet(on: client) == "Hello, Ann, number 1")
    }
}

func greet(on bus: Connection) async throws -> String {
    let greeter = Proxy(bus, "org.example.Greeter", "/greeter", "org.example.Greeter")
    let greeting: String = try await greeter.call("Greet", "Ann")
    for await count in try await greeter.observe("Count", as: UInt32.self) {
        if let count { return "\(greeting), number \(count)" }
    }
    return greeting
}

actor Greeter {
    let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
    var count: UInt32 = 0
    init(_ connection: Connection) { self.connection = connection }

    static let interface = Interface<Greeter>("org.example.Greeter") {
        Method("Greet", in: ["name"], out: ["greeting"]) { (greeter: isolated Greeter, name: String) in
            greeter.count += 1
            greeter.connection.propertiesDidChange("/greeter", "org.example.Greeter", ["Count"])
            return "Hello, \(name)"
        }
        Property("Count") { (greeter: isolated Greeter) in greeter.count }
    }
}

func serveGreeter(on bus: Connection) async throws {
    try await bus.export(Greeter.interface, of: Greeter(bus), at: "/greeter")
    try await bus.requestName("org.example.Greeter", .doNotQueue)
}
