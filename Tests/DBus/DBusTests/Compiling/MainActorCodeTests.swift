import DBusTesting
import Foundation
import Testing

@testable import DBus
@testable import DBusCodegen

/// Code of the main actor, as an app has it, compiles without a warning: clients, and services that are classes.
@Suite struct MainActorCompilingTests {
    /// Each language mode, and modules whose code is isolated to the main actor by default.
    static let modes: [(language: String, flags: [String])] = [
        ("5", []), ("5", ["-strict-concurrency=complete", "-enable-upcoming-feature", "InferSendableFromCaptures"]),
        ("6", []),
        ("6", ["-default-isolation", "MainActor"]),
        ("6", ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]),
    ]

    private static func generated(service: Bool) throws -> String {
        let file = URL(filePath: #filePath).appending(path: "../../Codegen/Generated/HomeLamp.xml").standardizedFileURL
        var options = CodegenOptions()
        options.client = !service
        options.service = service
        options.mainActor = service
        options.properties = true
        options.asynchronous = ["org.example.Home1.Lamp.where-it-is"]
        return try Codegen.source(for: [IntrospectedNode(xml: String(contentsOf: file, encoding: .utf8))], options)
            + "nonisolated enum LampState: UInt32, DBusType { case off, on }\n"
    }

    private func expectGood(_ text: String, _ mode: (language: String, flags: [String])) async throws {
        let source = try await CompiledSource(text: text, language: mode.language, flags: mode.flags)
        #expect(source.isGood && source.diagnostics.isEmpty, "\(mode): \(source.diagnostics)")
    }

    @Test(arguments: modes) func clients(_ mode: (language: String, flags: [String])) async throws {
        let text =
            try Self.generated(service: false) + """

                @MainActor final class LampModel {
                    var brightness = 0.0
                    var scene = ""
                    var names: [String] = []
                    let connection: Connection
                    let lamp: Home1Lamp
                    let counter: Proxy
                    private var tasks: [Task<Void, any Error>] = []

                    init(_ connection: Connection) {
                        self.connection = connection
                        lamp = Home1Lamp(connection, "org.example.Home1", at: "/lamp")
                        counter = Proxy(connection, "org.example.Counter", "/counter", "org.example.Counter")
                    }

                    static func open() async throws -> LampModel { LampModel(try await Connection.open(.session)) }

                    func start() {
                        tasks.append(Task { for await value in try await lamp.observeBrightness() { brightness = value ?? 0 } })
                        tasks.append(Task {
                            for await change in try await lamp.sceneChangedSignals() { scene = change.scene }
                        })
                        tasks.append(Task {
                            let signals = try await connection.signals(matching: MatchRule(member: "NameOwnerChanged"))
                            for await signal in signals { names.append(signal.member.rawValue) }
                        })
                        tasks.append(Task { for await _ in try await lamp.burntSignals() { brightness = 0 } })
                        tasks.append(Task {
                            for await owner in try await connection.owners(of: "org.example.Home1") where owner == nil {
                                brightness = 0
                            }
                        })
                    }

                    func dim() async throws {
                        brightness = try await lamp.dim(by: 0.1)
                        try await lamp.setWhereItIs("attic")
                        try await lamp.setScenes(scenes: try await lamp.scenes, path: "/", Struct(1, 2))
                        names = try await connection.call(.bus, "ListNames")
                        let (a, b): (Int32, String) = try await counter.call("Both", Int32(1), "x")
                        let all = try await counter.getAll()
                        scene = "\\(a) \\(b) \\(all) \\(try await counter.get("Count", as: Int32.self))"
                        for await count in try await counter.observe("Count", as: Int32.self) { names.append("\\(count ?? 0)") }
                        let reason = await connection.closed
                        scene = "\\(String(describing: reason))"
                    }
                }
                """
        try await expectGood(text, mode)
    }

    @Test(arguments: modes) func services(_ mode: (language: String, flags: [String])) async throws {
        let text = """
            import DBus

            @MainActor final class Model {
                var volume = 0.5
                let connection: Connection
                init(_ connection: Connection) { self.connection = connection }

                static let interface = Interface<Model>("org.example.Model") {
                    Method("Louder", in: ["by"], out: ["volume"]) { (model: Model, by: Double) in model.louder(by) }
                    Method("Both") { (model: Model) in (model.volume, "x") }
                    Method("Nothing") { (_: Model) in }
                    Method("Wait") { (model: Model, call: MethodCall) in
                        try await model.connection.call(RemoteInterface(call.sender, call.path, "a.B"), "Ask") as String
                    }
                    Property("Volume") { (model: Model) in model.volume }
                    Property("Place") { (_: Model, path: ObjectPath) in path }
                    Property("Mute") { (model: Model, _: ObjectPath) in
                        model.volume == 0
                    } set: { (model: Model, _: MethodCall, value: Bool) in
                        model.volume = value ? 0 : 1
                    }
                    Property("Slow") { (model: Model, _: ObjectPath) in
                        model.volume
                    } set: { (model: Model, _: MethodCall, value: Double) in
                        await Task.yield()
                        model.volume = value
                    }
                    heard
                }

                nonisolated static let heard = SignalDescription("org.example.Model", "Heard", as: String.self)

                func louder(_ by: Double) -> Double {
                    volume += by
                    connection.propertiesDidChange("/model", "org.example.Model", ["Volume"])
                    try? connection.emit(Model.heard, at: "/model", "noise")
                    return volume
                }

                func serve() async throws {
                    try await connection.export(Model.interface, of: self, at: "/model")
                    try await connection.emit(Model.heard, at: "/model", "noise")
                    await connection.unexport("/model", "org.example.Model")
                }
            }
            """
        try await expectGood(text, mode)
    }

    @Test(arguments: modes) func generatedServices(_ mode: (language: String, flags: [String])) async throws {
        let text =
            try Self.generated(service: true) + """

                @MainActor final class DeskLamp: Home1LampService {
                    let connection: Connection
                    var brightnessProperty = 0.0
                    var scenes: [LampScene] = []
                    let maximumPower: UInt64 = 11
                    let state = LampState.on
                    var temperature: Double { get throws { throw RemoteError(.notSupported, "it has no thermometer") } }
                    var whereItIs = "desk"
                    init(_ connection: Connection) { self.connection = connection }

                    func dim(by: Double, for call: MethodCall) throws -> Double {
                        brightnessProperty += by
                        brightnessDidChange(at: call.path)
                        try emitFlickered(times: 1, at: call.path)
                        return brightnessProperty
                    }
                    func fadeTo(brightness: Double, protocol: String, for call: MethodCall) async throws {}
                    func getMaker(for call: MethodCall) -> (name: String, modelID: UInt32, result2: [String: DBusValue]) {
                        ("Acme", 7, [:])
                    }
                    func setScenes(
                        scenes: [LampScene], path: ObjectPath, _ argument2: Struct<Int32, Int32>, for call: MethodCall
                    ) throws {}
                    func blink(times: UInt32, for call: MethodCall) {}
                    func switchOn(for call: MethodCall) throws {}
                    func brightness(for call: MethodCall) -> UInt32 { 5 }
                    func setBrightness(_ value: Double, for call: MethodCall) { brightnessProperty = value }
                    func setWhereItIs(_ value: String, for call: MethodCall) async throws {
                        await Task.yield()
                        whereItIs = value
                    }
                    func setCode(_ value: String, for call: MethodCall) {}
                }

                @MainActor func serve(on bus: Connection) async throws {
                    try await bus.export(DeskLamp.home1LampInterface, of: DeskLamp(bus), at: "/org/example/Lamp")
                }
                """
        try await expectGood(text, mode)
    }
}
