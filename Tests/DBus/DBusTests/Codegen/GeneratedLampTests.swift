import DBusTesting
import Foundation
import Testing

@testable import DBus
@testable import DBusCodegen

/// A service and a client with generated code, on a bus. `UPDATE_DATA=1` generates the code again.
@Suite struct GeneratedLampTests {
    @Test func theCodeIsThatOfTheDocument() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Generated")
        let document = try String(contentsOf: folder.appending(path: "HomeLamp.xml"), encoding: .utf8)
        var options = CodegenOptions()
        options.service = true
        options.properties = true
        options.destination = "org.example.Home1"
        options.path = "/org/example/Lamp"
        options.sources = ["HomeLamp.xml"]
        let text = try Codegen.source(for: [IntrospectedNode(xml: document)], options)
        let file = folder.appending(path: "HomeLamp.swift")
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    actor Bulb: Home1LampService {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

        private(set) var brightnessProperty = 0.5
        private(set) var scenes: [LampScene] = []
        let maximumPower: UInt64 = 60
        var temperature: Double { get throws { throw RemoteError("org.example.Error.Cold", "it is off") } }
        private(set) var whereItIs = "hall"
        private(set) var code = ""
        var state: LampState { brightnessProperty > 0 ? .on : .off }
        private var blinks: UInt32 = 0

        init(_ connection: Connection) { self.connection = connection }

        func dim(by: Double, for call: MethodCall) throws -> Double {
            brightnessProperty += by
            brightnessDidChange(at: call.path)
            return brightnessProperty
        }

        func fadeTo(brightness: Double, protocol: String, for call: MethodCall) async throws {
            _ = try await call.credentials()
            guard `protocol` == "linear" else { throw RemoteError(.notSupported, `protocol`) }
            brightnessProperty = brightness
            brightnessDidChange(at: call.path)
        }

        func getMaker(for call: MethodCall) -> (name: String, modelID: UInt32, result2: [String: DBusValue]) {
            ("Acme", 7, ["Blinks": .uint32(blinks), "Code": .string(code)])
        }

        func setScenes(
            scenes: [LampScene], path: ObjectPath, _ argument2: Struct<Int32, Int32>, for call: MethodCall
        ) throws {
            self.scenes = scenes
            scenesDidChange(at: call.path)
            try emitSceneChanged(
                scene: scenes.first?.name ?? "", path: path, default: argument2.fields.0 == 0, at: call.path)
            try emitFlickered(times: 2, at: call.path)
        }

        func blink(times: UInt32, for call: MethodCall) { blinks += times }
        func switchOn(for call: MethodCall) throws { try emitBurnt(at: call.path) }
        func brightness(for call: MethodCall) -> UInt32 { UInt32(brightnessProperty * 100) }
        func setBrightness(_ value: Double, for call: MethodCall) { brightnessProperty = value }
        func setWhereItIs(_ value: String, for call: MethodCall) { whereItIs = value }
        func setCode(_ value: String, for call: MethodCall) { code = value }
    }

    private static func serve() async throws -> (bus: PrivateBus, bulb: Bulb, lamp: Home1Lamp) {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let bulb = Bulb(service)
        try await service.export(Bulb.home1LampInterface, of: bulb, at: "/org/example/Lamp")
        try await service.requestName("org.example.Home1")
        return (bus, bulb, Home1Lamp(client))
    }

    @Test func methodsAreCalled() async throws {
        let (bus, _, lamp) = try await Self.serve()
        defer { withExtendedLifetime(bus) {} }
        #expect(try await lamp.dim(by: 0.25) == 0.75)
        #expect(try await lamp.brightness() == 75)
        try await lamp.fadeTo(brightness: 0.1, protocol: "linear")
        #expect(try await lamp.brightnessProperty == 0.1)
        let error = await #expect(throws: RemoteError.self) { try await lamp.fadeTo(brightness: 0, protocol: "sudden") }
        #expect(error?.name == .notSupported)
        try await lamp.blink(times: 3)
        let maker = try await lamp.getMaker()
        #expect(maker.name == "Acme" && maker.modelID == 7 && maker.result2["Blinks"] == .uint32(3))
    }

    @Test func propertiesAreReadSetAndObserved() async throws {
        let (bus, bulb, lamp) = try await Self.serve()
        defer { withExtendedLifetime(bus) {} }
        #expect(try await lamp.maximumPower == 60)
        await #expect(throws: RemoteError.self) { try await lamp.temperature }
        try await lamp.setWhereItIs("attic")
        #expect(try await lamp.whereItIs == "attic")
        try await lamp.setCode("1234")
        #expect(await bulb.code == "1234")
        let error = await #expect(throws: RemoteError.self) { try await lamp.proxy.get("Code", as: String.self) }
        #expect(error?.name == .accessDenied)
        var values = try await lamp.observeBrightness().makeAsyncIterator()
        #expect(await values.next() == 0.5)
        _ = try await lamp.dim(by: 0.5)
        #expect(await values.next() == 1)
    }

    /// A property that the service has no value for is nil, however the properties are read.
    @Test func allPropertiesAreReadAtOnce() async throws {
        let (bus, bulb, lamp) = try await Self.serve()
        defer { withExtendedLifetime(bus) {} }
        var expected = Home1Lamp.Properties()
        (expected.brightness, expected.scenes, expected.maximumPower) = (0.5, [], 60)
        (expected.whereItIs, expected.state) = ("hall", .on)
        #expect(try await lamp.proxy.getAll(as: Home1Lamp.Properties.self) == expected)
        #expect(try await lamp.state == .on)
        var updates = try await lamp.proxy.properties().updates(as: Home1Lamp.Properties.self).makeAsyncIterator()
        #expect(await updates.next() == expected)
        await bulb.connection.exportObjectManager(at: "/org/example")
        let home = try await ObjectManagerClient.open(lamp.proxy.connection, "org.example.Home1", at: "/org/example")
        #expect(await home.objects["/org/example/Lamp"]?.properties(of: Home1Lamp.interface) == expected)
        _ = try await lamp.dim(by: -0.5)
        expected.brightness = 0
        #expect(await updates.next() == expected)
    }

    /// A value that the type does not know takes nothing else along.
    @Test func aStateThatIsNewIsNil() throws {
        let found: [String: DBusValue] = ["State": .uint32(77), "MaximumPower": .uint64(40)]
        let properties = Home1Lamp.Properties(properties: found)
        #expect(properties.state == nil && properties.maximumPower == 40)
        let read = try EncodedValues(found).read { (reader) throws(UnmarshallingError) in
            try Home1Lamp.Properties(from: &reader)
        }
        #expect(read == properties)
    }

    @Test func signalsAndStructsArrive() async throws {
        let (bus, _, lamp) = try await Self.serve()
        defer { withExtendedLifetime(bus) {} }
        let changes = try await lamp.sceneChangedSignals()
        let flickers = try await lamp.flickeredSignals()
        let burnt = try await lamp.burntSignals()
        var scenes = try await lamp.observeScenes().makeAsyncIterator()
        #expect(await scenes.next() == [])
        let scene = LampScene(name: "dusk", colours: [LampColour(red: 255, green: 64, blue: 0)], extra: .int32(1))
        try await lamp.setScenes(scenes: [scene], path: "/a", Struct(0, 1))
        #expect(await scenes.next() == [scene])
        #expect(await changes.first { _ in true } == Home1Lamp.SceneChanged(scene: "dusk", path: "/a", default: true))
        #expect(await flickers.first { _ in true } == 2)
        try await lamp.proxy.call("SwitchOn")
        #expect(await burnt.first { _ in true } != nil)
    }

    /// The service exports the interface of the document.
    @Test func introspectionTellsOfTheDocument() async throws {
        let (bus, _, lamp) = try await Self.serve()
        defer { withExtendedLifetime(bus) {} }
        let node = try await lamp.proxy.introspect()
        let exported = try #require(node.interfaces.first { $0.name == Home1LampInterface.name })
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Generated/HomeLamp.xml")
        let document = try IntrospectedNode(xml: String(contentsOf: file, encoding: .utf8))
        let described = try #require(document.interfaces.first)
        #expect(exported.documentation == "A lamp that can be dimmed.\n\nIt has scenes, too.")
        #expect(exported.methods.map(\.name) == described.methods.map(\.name))
        #expect(exported.methods.map { $0.inputs.map(\.type) } == described.methods.map { $0.inputs.map(\.type) })
        #expect(exported.methods.map { $0.outputs.map(\.type) } == described.methods.map { $0.outputs.map(\.type) })
        #expect(exported.signals.map { $0.arguments.map(\.type) } == described.signals.map { $0.arguments.map(\.type) })
        #expect(exported.properties.map(\.name) == described.properties.map(\.name))
        #expect(exported.properties.map(\.type) == described.properties.map(\.type))
        #expect(exported.methods.map(\.annotations.isDeprecated) == described.methods.map(\.annotations.isDeprecated))
        #expect(
            exported.methods.map(\.annotations.isWithoutReply) == described.methods.map(\.annotations.isWithoutReply))
        #expect(exported.signals.map(\.annotations.isDeprecated) == described.signals.map(\.annotations.isDeprecated))
        #expect(
            exported.properties.map(\.annotations.isDeprecated) == described.properties.map(\.annotations.isDeprecated))
        #expect(exported.properties.map(\.changeSignal) == described.properties.map(\.changeSignal))
    }
}
