import DBus
import DBusTesting
import Testing

actor Calculator {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    var sum: Int32 = 0

    init(loop: EventLoop) { self.loop = loop }

    func add(_ amount: Int32) -> Int32 {
        sum += amount
        return sum
    }

    static let path: ObjectPath = "/org/example/Calculator"
    static let name: InterfaceName = "org.example.Calculator"

    static let interface = Interface<Calculator>(name, documentation: "Adds up") {
        Method("Add", in: ["amount"], out: ["sum"], doc: "Adds an amount") { (it: isolated Calculator, amount: Int32) in
            it.add(amount)
        }
        Method("Pair", out: ["first", "second"]) { (it: isolated Calculator) in (it.sum, "x") }
        Method("Reset") { (it: isolated Calculator) in it.sum = 0 }
        Method("Who") { (it: isolated Calculator, call: MethodCall) in call.sender?.rawValue ?? "" }
        Method.async("Slow", in: ["amount"]) { (it: isolated Calculator, _: MethodCall, amount: Int32) in
            await Task.yield()
            return it.add(amount)
        }
        Property("Sum") { (it: isolated Calculator) in it.sum }
        SignalDescription("Overflow", ["sum": "i"])
    }
}

@Test func aCallIsAnswered() async throws {
    let bus = try await PrivateBus.start()
    let (service, client) = try await bus.connectPair()
    let calculator = Calculator(loop: service.loop)
    try await service.export(Calculator.interface, of: calculator, at: Calculator.path)
    let reply = try await service.requestName("org.example.Calculator", .doNotQueue)
    #expect(reply == .primaryOwner)

    func call<R: DBusType, each A: DBusType>(_ member: MemberName, _ a: repeat each A) async throws -> R {
        try await client.call(
            "org.example.Calculator", path: Calculator.path, interface: Calculator.name, member, repeat each a)
    }
    let three: Int32 = try await call("Add", Int32(3))
    #expect(three == 3)
    let eight: Int32 = try await call("Slow", Int32(5))
    #expect(eight == 8)
    let (sum, text): (Int32, String) = try await client.call(
        "org.example.Calculator", path: Calculator.path, interface: Calculator.name, "Pair")
    #expect(sum == 8 && text == "x")
    let who: String = try await call("Who")
    #expect(who == client.uniqueName?.rawValue)
    let value: DBusValue = try await client.call(
        "org.example.Calculator", path: Calculator.path, interface: .properties, "Get", "org.example.Calculator", "Sum")
    #expect(value == .int32(8))
    let xml: String = try await client.call(
        "org.example.Calculator", path: "/org", interface: .introspectable, "Introspect")
    print(xml)
    let xml2: String = try await client.call(
        "org.example.Calculator", path: Calculator.path, interface: .introspectable, "Introspect")
    print(xml2)
    await #expect(throws: RemoteError.self) { let _: Int32 = try await call("Add", "x") }
    let recorder = try await SignalRecorder(client, MatchRule(sender: "org.example.Calculator"))
    try await service.emit(Calculator.path, Calculator.name, "Overflow", Int32(4))
    await service.emitPropertiesChanged(Calculator.path, Calculator.name, ["Sum"])
    let signals = try await recorder.wait(for: 2)
    print(signals)
    bus.stop()
    let reason = await client.closed
    #expect(reason == .disconnected)
}
