// The code of the article "Generated clients", block by block.
import DBus
import DBusTesting
import Glibc
import Testing

func evening(on bus: Connection) async throws -> String {
    let lamp = Home1Lamp(bus)
    try await lamp.fadeTo(brightness: 0.4, protocol: "linear")
    try await lamp.setWhereItIs("bedside")
    let maker = try await lamp.getMaker()
    return "\(maker.name), up to \(try await lamp.maximumPower) W"
}

func patientLamp(on bus: Connection) -> Home1Lamp {
    Home1Lamp(bus).with(timeout: .seconds(120), options: .allowInteractiveAuthorization)
}

func nextScene(of lamp: Home1Lamp) async throws -> String? {
    for await change in try await lamp.sceneChangedSignals() where !change.default { return change.scene }
    return nil
}

func lampInShort(_ lamp: Home1Lamp) async throws -> String {
    let all = try await lamp.proxy.getAll(as: Home1Lamp.Properties.self)
    return "\(all.whereItIs ?? "somewhere"): \(all.brightness ?? 0)"
}

func lampsThatShine(_ home: ObjectManagerClient) async -> [ObjectPath] {
    await home.objects(with: Home1Lamp.interface).values.filter {
        $0.properties(of: Home1Lamp.interface, as: Home1Lamp.Properties.self)?.state == .on
    }.map(\.path)
}

func untilBroken(_ lamp: Home1Lamp) async throws {
    for await now in try await lamp.proxy.properties().updates(as: Home1Lamp.Properties.self) {
        if now?.state == .broken { return }
    }
}

actor DeskLamp: Home1LampService {
    let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    var brightnessProperty = 0.0
    var scenes: [LampScene] = []
    let maximumPower: UInt64 = 11
    var temperature: Double { get throws { throw RemoteError(.notSupported, "it has no thermometer") } }
    var whereItIs = "desk"
    var state: LampState { brightnessProperty > 0 ? .on : .off }

    init(_ connection: Connection) { self.connection = connection }

    func dim(by: Double, for call: MethodCall) throws -> Double {
        guard (0...1).contains(brightnessProperty + by) else {
            throw RemoteError(.invalidArgs, "it is between 0 and 1")
        }
        brightnessProperty += by
        brightnessDidChange(at: call.path)
        return brightnessProperty
    }

    func fadeTo(brightness: Double, protocol: String, for call: MethodCall) async throws {
        // While it waits for the answer, other calls are served.
        let user: UInt32 = try await connection.call(.bus, "GetConnectionUnixUser", call.sender?.rawValue ?? "")
        guard user == getuid() else { throw RemoteError(.accessDenied, "it fades for its owner alone") }
        _ = try dim(by: brightness - brightnessProperty, for: call)
    }

    func setScenes(
        scenes: [LampScene], path: ObjectPath, _ argument2: Struct<Int32, Int32>, for call: MethodCall
    ) throws {
        self.scenes = scenes
        scenesDidChange(at: call.path)
        try emitSceneChanged(scene: scenes.first?.name ?? "", path: path, default: false, at: call.path)
    }

    func getMaker(for call: MethodCall) -> (name: String, modelID: UInt32, result2: [String: DBusValue]) {
        ("Acme", 7, [:])
    }

    func blink(times: UInt32, for call: MethodCall) {}
    func switchOn(for call: MethodCall) throws { _ = try dim(by: 1 - brightnessProperty, for: call) }
    func brightness(for call: MethodCall) -> UInt32 { UInt32(brightnessProperty * 100) }
    func setBrightness(_ value: Double, for call: MethodCall) { brightnessProperty = value }
    func setWhereItIs(_ value: String, for call: MethodCall) { whereItIs = value }
    func setCode(_ value: String, for call: MethodCall) {}
}

enum LampState: UInt32, DBusType {
    case off, on, broken
}

func serveLamp(on bus: Connection) async throws {
    try await bus.export(DeskLamp.home1LampInterface, of: DeskLamp(bus), at: "/org/example/Lamp")
    try await bus.requestName("org.example.Home1", .doNotQueue)
}

@Suite struct GeneratedClientsTests {
    @Test func aLampIsServedAndCalled() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await serveLamp(on: service)
        let lamp = patientLamp(on: client)
        #expect(try await evening(on: client) == "Acme, up to 11 W")
        #expect(try await lamp.whereItIs == "bedside")
        #expect(try await lampInShort(lamp) == "bedside: 0.4")
        await service.exportObjectManager(at: "/org/example")
        let home = try await ObjectManagerClient.open(client, "org.example.Home1", at: "/org/example")
        #expect(await lampsThatShine(home) == ["/org/example/Lamp"])
        try await lamp.setScenes(scenes: [LampScene(name: "dusk", colours: [], extra: "")], path: "/", Struct(0, 0))
        #expect(try await lamp.scenes.map(\.name) == ["dusk"])
    }
}
