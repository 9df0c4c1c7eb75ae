import DBus
import DBusTesting

/// A service that gives back what it gets, or waits, or fails.
actor Echo {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var gates: [String: Gate] = [:]
    private(set) var notes: [String] = []

    init(loop: EventLoop) { self.loop = loop }

    /// The gate that `Wait` waits at.
    func gate(_ name: String) -> Gate {
        let gate = gates[name] ?? Gate()
        gates[name] = gate
        return gate
    }

    /// Opens all gates.
    func openAll() async { for gate in gates.values { await gate.open() } }

    /// An error without a name on the bus.
    struct OddError: Error, CustomStringConvertible { let description: String }

    static let path: ObjectPath = "/org/example/Echo"
    static let name: InterfaceName = "org.example.Echo"
    static let busName: BusName = "org.example.Echo"

    static let interface = Interface<Echo>(name, documentation: "Gives back what it gets") {
        Method("Basic", doc: "All basic types but handles") {
            (
                _: isolated Echo, y: UInt8, b: Bool, n: Int16, q: UInt16, i: Int32, u: UInt32, x: Int64, t: UInt64,
                d: Double, s: String, o: ObjectPath, g: Signature
            ) in (y, b, n, q, i, u, x, t, d, s, o, g)
        }
        Method("Containers") {
            (
                _: isolated Echo, ay: [UInt8], strings: [String], lists: [[Int32]], doubles: [Double],
                pair: Struct<Double, Struct<String, Bool>>, map: [String: DBusValue], numbers: [UInt32: [String]],
                variant: DBusValue
            ) in (ay, strings, lists, doubles, pair, map, numbers, variant)
        }
        Method("Variant", in: ["value"], out: ["value"]) { (_: isolated Echo, value: DBusValue) in value }
        Method("Text", in: ["text"], out: ["text"]) { (_: isolated Echo, text: String) in text }
        Method("Handle") { (_: isolated Echo, handle: UnixFileDescriptor) in handle }
        Method("Note", in: ["text"]) { (it: isolated Echo, text: String) in it.notes.append(text) }
        Method("Caller", out: ["sender", "path", "interface", "member"]) { (_: isolated Echo, call: MethodCall) in
            (call.sender?.rawValue ?? "", call.path, call.interface.rawValue, call.member.rawValue)
        }
        Method("Fail", in: ["name", "message"]) {
            (_: isolated Echo, name: String, message: String) throws -> String in
            throw RemoteError(try ErrorName(name), message)
        }
        Method("FailOddly", in: ["message"]) { (_: isolated Echo, message: String) throws in
            throw OddError(description: message)
        }
        Method("TooDeep") { (_: isolated Echo) in
            (0..<80).reduce(DBusValue.byte(1)) { value, _ in .variant(value) }
        }
        Method("Close") { (_: isolated Echo, call: MethodCall) in call.connection.assumeIsolated { $0.close() } }
        Method.async("Wait", in: ["gate"], out: ["gate"]) { (it: isolated Echo, _: MethodCall, name: String) in
            await it.gate(name).wait()
            return name
        }
        Method.async("FailLater", in: ["message"]) {
            (_: isolated Echo, _: MethodCall, message: String) async throws -> String in
            await Task.yield()
            throw OddError(description: message)
        }
        Method.async("CallBack", out: ["answer"]) { (_: isolated Echo, call: MethodCall) in
            let answer: String = try await call.connection.call(
                call.sender, path: Echo.path, interface: Echo.name, "Text", "from the caller")
            return answer
        }
    }
}

/// A bus with an ``Echo`` and a client of it.
struct EchoBus: Sendable {
    let bus: PrivateBus
    let service: Connection
    let client: Connection
    let echo: Echo

    /// `shared`: whether both connections live on one thread.
    static func start(shared: Bool = false) async throws -> EchoBus {
        let bus = try await PrivateBus.start()
        let service = try await bus.connect()
        let client = try await bus.connect(on: shared ? service.loop : nil)
        let echo = Echo(loop: service.loop)
        try await service.export(Echo.interface, of: echo, at: Echo.path)
        try await service.requestName(Echo.busName, .doNotQueue)
        return EchoBus(bus: bus, service: service, client: client, echo: echo)
    }

    func call<Argument: DBusType, Result: DBusType>(
        _ member: MemberName, timeout: Duration = .seconds(20), _ argument: Argument
    ) async throws -> Result {
        try await client.call(
            Echo.busName, path: Echo.path, interface: Echo.name, member, timeout: timeout, argument)
    }
}
