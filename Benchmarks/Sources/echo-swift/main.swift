// echo-swift NAME: the service on this project's binding, written as its documentation recommends.
import DBus
import Workload

actor Echo {
    let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    private let name: BusName
    private var rules: UInt32 = 0
    private var heard: UInt32 = 0

    let properties: [String: DBusValue]
    let strings: [String]

    init(_ connection: Connection, _ name: BusName) {
        self.connection = connection
        self.name = name
        var properties: [String: DBusValue] = [:]
        for index in 0..<Int32(PROPERTY_COUNT) {
            guard var property = workload_property(index)?.pointee else { continue }
            let name = withUnsafeBytes(of: &property.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let text = withUnsafeBytes(of: &property.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            properties[name] =
                switch UInt8(bitPattern: property.type) {
                case UInt8(ascii: "s"): .string(text)
                case UInt8(ascii: "u"): .uint32(property.number)
                case UInt8(ascii: "b"): .boolean(property.number != 0)
                default: .double(property.real)
                }
        }
        self.properties = properties
        strings = (0..<Int32(STRING_COUNT)).map { String(cString: workload_string($0)) }
    }

    func emit(_ count: UInt32, at path: ObjectPath) throws {
        try connection.assumeIsolated { connection in
            for index in 0..<count {
                try connection.emit(Self.tick, at: path, index, UInt64(index))
            }
        }
    }

    func listen(_ count: UInt32) async throws {
        while rules < count {
            let rule = MatchRule(interface: try InterfaceName("\(name).R\(rules)"), member: "Poke")
            _ = try await connection.subscribe(rule) { [weak self] _ in self?.assumeIsolated { $0.heard += 1 } }
            rules += 1
        }
    }

    static let interface = Interface<Echo>("org.example.Benchmark") {
        Method("Ping") { (_: isolated Echo) -> Void in }
        Method("Echo", in: ["text", "flag"], out: ["text", "flag"]) {
            (_: isolated Echo, text: String, flag: Bool) in (text, flag)
        }
        Method("GiveProperties", out: ["properties"]) { (echo: isolated Echo) in echo.properties }
        Method("TakeProperties", in: ["properties"], out: ["count"]) {
            (_: isolated Echo, properties: [String: DBusValue]) in UInt32(properties.count)
        }
        Method("GiveStrings", out: ["strings"]) { (echo: isolated Echo) in echo.strings }
        Method("TakeStrings", in: ["strings"], out: ["count"]) { (_: isolated Echo, strings: [String]) in
            UInt32(strings.count)
        }
        Method("EmitSignals", in: ["count"]) { (echo: isolated Echo, call: MethodCall, count: UInt32) -> Void in
            try echo.emit(count, at: call.path)
        }
        Method.async("Listen", in: ["count"]) {
            (echo: isolated Echo, _: MethodCall, count: UInt32) in try await echo.listen(count)
        }
        Method("Heard", out: ["count"]) { (echo: isolated Echo) in echo.heard }
        tick
    }

    static let tick = SignalDescription(
        "org.example.Benchmark", "Tick", ["index", "time"], as: UInt32.self, UInt64.self)
}

let connection = try await Connection.open(.session)
let name = try BusName(CommandLine.arguments.last ?? "")
let echo = Echo(connection, name)
try await connection.export(Echo.interface, of: echo, at: "/org/example/Benchmark")
try await connection.requestName(name, .doNotQueue)
_ = await connection.closed
