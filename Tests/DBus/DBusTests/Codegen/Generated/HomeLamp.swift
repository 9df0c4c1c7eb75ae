// Made by dbus-codegen from HomeLamp.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// `(yyy)`
nonisolated struct LampColour: DBusStruct, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// How a value is made, and its fields in order.
    static let layout = StructLayout({ LampColour(red: $0, green: $1, blue: $2) }, \.red, \.green, \.blue)
}

/// `(sa(yyy)v)`
nonisolated struct LampScene: DBusStruct, Hashable {
    var name: String
    var colours: [LampColour]
    var extra: DBusValue

    /// How a value is made, and its fields in order.
    static let layout = StructLayout({ LampScene(name: $0, colours: $1, extra: $2) }, \.name, \.colours, \.extra)
}

/// The name of the interface `org.example.Home1.Lamp`, and its signals.
nonisolated enum Home1LampInterface {
    /// `org.example.Home1.Lamp`
    static let name: InterfaceName = "org.example.Home1.Lamp"
    /// It will not shine any more.
    static let burnt = SignalDescription(name, "Burnt", doc: "It will not shine any more.")
    /// `SceneChanged`
    static let sceneChanged = SignalDescription(
        name, "SceneChanged", ["scene", "path", "default"], as: String.self, ObjectPath.self, Bool.self)
    /// `Flickered`
    static let flickered = SignalDescription(name, "Flickered", ["times"], as: UInt32.self)
}

/// A lamp that can be dimmed.
///
/// It has scenes, too.
///
/// The interface `org.example.Home1.Lamp` of an object of another program.
nonisolated struct Home1Lamp: InterfaceClient {
    /// `org.example.Home1.Lamp`
    static let interface = Home1LampInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(
        _ connection: Connection, _ destination: BusName? = "org.example.Home1",
        at path: ObjectPath = "/org/example/Lamp"
    ) {
        proxy = Proxy(connection, destination, path, Home1LampInterface.name)
    }

    /// Changes the brightness.
    ///
    /// - Parameter by: how much, from -1 to 1.
    func dim(by: Double) async throws -> Double { try await proxy.call("Dim", by) }

    /// Changes the brightness bit by bit. The reply comes at the end.
    ///
    /// - Parameter brightness: what it ends with.
    /// - Parameter protocol: how it is done; there is but "linear".
    func fadeTo(brightness: Double, protocol: String) async throws {
        try await proxy.call("FadeTo", brightness, `protocol`)
    }

    /// Calls `GetMaker`.
    func getMaker() async throws -> (name: String, modelID: UInt32, result2: [String: DBusValue]) {
        let results: (String, UInt32, [String: DBusValue]) = try await proxy.call("GetMaker")
        return results
    }

    /// Calls `SetScenes`.
    func setScenes(scenes: [LampScene], path pathValue: ObjectPath, _ argument2: Struct<Int32, Int32>) async throws {
        try await proxy.call("SetScenes", scenes, pathValue, argument2)
    }

    /// Calls `Blink`.
    func blink(times: UInt32) async throws { try await proxy.callWithoutReply("Blink", times) }

    /// Calls `SwitchOn`.
    @available(*, deprecated)
    func switchOn() async throws { try await proxy.call("SwitchOn") }

    /// Calls `Brightness`.
    func brightness() async throws -> UInt32 { try await proxy.call("Brightness") }

    /// The property `Brightness`.
    var brightnessProperty: Double {
        get async throws { try await proxy.get("Brightness") }
    }

    /// Sets ``brightnessProperty``.
    func setBrightness(_ value: Double) async throws { try await proxy.set("Brightness", to: value) }

    /// ``brightnessProperty`` now, and whenever it changes; nil while it cannot be read.
    func observeBrightness() async throws -> AsyncStream<Double?> { try await proxy.observe("Brightness") }

    /// The property `Scenes`.
    var scenes: [LampScene] {
        get async throws { try await proxy.get("Scenes") }
    }

    /// ``scenes`` now, and whenever it changes; nil while it cannot be read.
    func observeScenes() async throws -> AsyncStream<[LampScene]?> { try await proxy.observe("Scenes") }

    /// The property `MaximumPower`.
    ///
    /// It never changes.
    var maximumPower: UInt64 {
        get async throws { try await proxy.get("MaximumPower") }
    }

    /// The property `Temperature`.
    var temperature: Double {
        get async throws { try await proxy.get("Temperature") }
    }

    /// The property `where-it-is`.
    var whereItIs: String {
        get async throws { try await proxy.get(MemberName(unchecked: "where-it-is")) }
    }

    /// Sets ``whereItIs``.
    func setWhereItIs(_ value: String) async throws {
        try await proxy.set(MemberName(unchecked: "where-it-is"), to: value)
    }

    /// ``whereItIs`` now, and whenever it changes; nil while it cannot be read.
    func observeWhereItIs() async throws -> AsyncStream<String?> {
        try await proxy.observe(MemberName(unchecked: "where-it-is"))
    }

    /// The property `State`.
    var state: LampState {
        get async throws { try await proxy.get("State") }
    }

    /// ``state`` now, and whenever it changes; nil while it cannot be read.
    func observeState() async throws -> AsyncStream<LampState?> { try await proxy.observe("State") }

    /// The property `Code`.
    ///
    /// It can only be set.
    func setCode(_ value: String) async throws { try await proxy.set("Code", to: value) }

    /// It will not shine any more.
    func burntSignals() async throws -> TypedSignalStream<Void> { try await proxy.signals(Home1LampInterface.burnt) }

    /// The signals `SceneChanged`, from now on.
    func sceneChangedSignals() async throws -> TypedSignalStream<SceneChanged> {
        try await proxy.signals(Home1LampInterface.sceneChanged, as: { SceneChanged(scene: $0, path: $1, default: $2) })
    }

    /// What a signal `SceneChanged` carries.
    nonisolated struct SceneChanged: Hashable, Sendable {
        var scene: String
        var path: ObjectPath
        var `default`: Bool
    }

    /// The signals `Flickered`, from now on.
    func flickeredSignals() async throws -> TypedSignalStream<UInt32> {
        try await proxy.signals(Home1LampInterface.flickered)
    }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// `Brightness`
        var brightness: Double?
        /// `Scenes`
        var scenes: [LampScene]?
        /// `MaximumPower`
        var maximumPower: UInt64?
        /// `Temperature`
        var temperature: Double?
        /// `where-it-is`
        var whereItIs: String?
        /// `State`
        var state: LampState?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("Brightness", \Properties.brightness).lenient,
            DBusKey("Scenes", \Properties.scenes).lenient,
            DBusKey("MaximumPower", \Properties.maximumPower).lenient,
            DBusKey("Temperature", \Properties.temperature).lenient,
            DBusKey("where-it-is", \Properties.whereItIs).lenient,
            DBusKey("State", \Properties.state).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// A lamp that can be dimmed.
///
/// It has scenes, too.
///
/// An actor that exports the interface `org.example.Home1.Lamp`. On the thread of its connection, with the connection's
/// `unownedExecutor`, its calls cost least.
protocol Home1LampService: Actor {
    /// What it is exported on, and sends signals on.
    nonisolated var connection: Connection { get }

    /// Changes the brightness.
    ///
    /// - Parameter by: how much, from -1 to 1.
    func dim(by: Double, for call: MethodCall) throws -> Double

    /// Changes the brightness bit by bit. The reply comes at the end.
    ///
    /// - Parameter brightness: what it ends with.
    /// - Parameter protocol: how it is done; there is but "linear".
    func fadeTo(brightness: Double, protocol: String, for call: MethodCall) async throws

    /// Answers `GetMaker`.
    func getMaker(for call: MethodCall) throws -> (name: String, modelID: UInt32, result2: [String: DBusValue])

    /// Answers `SetScenes`.
    func setScenes(
        scenes: [LampScene], path pathValue: ObjectPath, _ argument2: Struct<Int32, Int32>, for call: MethodCall
    ) throws

    /// Answers `Blink`.
    func blink(times: UInt32, for call: MethodCall) throws

    /// Answers `SwitchOn`.
    ///
    /// Deprecated.
    func switchOn(for call: MethodCall) throws

    /// Answers `Brightness`.
    func brightness(for call: MethodCall) throws -> UInt32

    /// The property `Brightness`.
    var brightnessProperty: Double { get throws }

    /// Sets ``brightnessProperty``, as a caller asks for.
    func setBrightness(_ value: Double, for call: MethodCall) throws

    /// The property `Scenes`.
    var scenes: [LampScene] { get throws }

    /// The property `MaximumPower`.
    var maximumPower: UInt64 { get throws }

    /// The property `Temperature`.
    var temperature: Double { get throws }

    /// The property `where-it-is`.
    var whereItIs: String { get throws }

    /// Sets ``whereItIs``, as a caller asks for.
    func setWhereItIs(_ value: String, for call: MethodCall) throws

    /// The property `State`.
    var state: LampState { get throws }

    /// The property `Code`.
    func setCode(_ value: String, for call: MethodCall) throws
}

extension Home1LampService {
    /// The interface, for `export(_:of:at:)` of a connection.
    static var home1LampInterface: Interface<Self> {
        Interface(Home1LampInterface.name, documentation: "A lamp that can be dimmed.\n\nIt has scenes, too.") {
            Method("Dim", in: ["by"], out: ["brightness"], doc: "Changes the brightness.") {
                (service: isolated Self, call: MethodCall, by: Double) in
                try service.dim(by: by, for: call)
            }
            Method.async(
                "FadeTo", in: ["brightness", "protocol"],
                doc: "Changes the brightness bit by bit. The reply comes at the end."
            ) {
                (service: isolated Self, call: MethodCall, brightness: Double, `protocol`: String) in
                try await service.fadeTo(brightness: brightness, protocol: `protocol`, for: call)
            }
            Method("GetMaker", out: ["name", "model_ID", "result2"]) {
                (service: isolated Self, call: MethodCall) throws -> (String, UInt32, [String: DBusValue]) in
                try service.getMaker(for: call)
            }
            Method("SetScenes", in: ["scenes", "path", "argument2"]) {
                (
                    service: isolated Self, call: MethodCall, scenes: [LampScene], pathValue: ObjectPath,
                    argument2: Struct<Int32, Int32>
                ) in
                try service.setScenes(scenes: scenes, path: pathValue, argument2, for: call)
            }
            Method("Blink", in: ["times"]) {
                (service: isolated Self, call: MethodCall, times: UInt32) in
                try service.blink(times: times, for: call)
            }.withoutReply
            Method("SwitchOn") {
                (service: isolated Self, call: MethodCall) in
                try service.switchOn(for: call)
            }.deprecated
            Method("Brightness", out: ["percent"]) {
                (service: isolated Self, call: MethodCall) in
                try service.brightness(for: call)
            }
            Property("Brightness") {
                (service: isolated Self, _: ObjectPath) in
                try service.brightnessProperty
            } set: {
                (service: isolated Self, call: MethodCall, value: Double) in
                try service.setBrightness(value, for: call)
            }
            Property("Scenes", .invalidates) { (service: isolated Self) in try service.scenes }
            Property("MaximumPower", .constant) { (service: isolated Self) in try service.maximumPower }
            Property("Temperature", .silent) { (service: isolated Self) in try service.temperature }
            Property(MemberName(unchecked: "where-it-is")) {
                (service: isolated Self, _: ObjectPath) in
                try service.whereItIs
            } set: {
                (service: isolated Self, call: MethodCall, value: String) in
                try service.setWhereItIs(value, for: call)
            }
            Property("State") { (service: isolated Self) in try service.state }
            Property("Code") {
                (_: isolated Self, _: ObjectPath) throws -> String in
                throw RemoteError(.accessDenied, "Code can only be set")
            } set: {
                (service: isolated Self, call: MethodCall, value: String) in
                try service.setCode(value, for: call)
            }
            Home1LampInterface.burnt
            Home1LampInterface.sceneChanged
            Home1LampInterface.flickered
        }
    }

    /// It will not shine any more.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitBurnt(at path: ObjectPath, to destination: BusName? = nil) throws {
        try connection.emit(Home1LampInterface.burnt, at: path, to: destination)
    }

    /// Sends the signal `SceneChanged`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitSceneChanged(
        scene: String, path pathValue: ObjectPath, default: Bool, at path: ObjectPath, to destination: BusName? = nil
    ) throws {
        try connection.emit(Home1LampInterface.sceneChanged, at: path, to: destination, scene, pathValue, `default`)
    }

    /// Sends the signal `Flickered`.
    ///
    /// - Parameter path: the object that sends it.
    /// - Parameter destination: who alone gets it; nil is everybody who listens.
    func emitFlickered(times: UInt32, at path: ObjectPath, to destination: BusName? = nil) throws {
        try connection.emit(Home1LampInterface.flickered, at: path, to: destination, times)
    }

    /// Tells who watches that ``brightnessProperty`` has changed; it is read a moment later.
    func brightnessDidChange(at path: ObjectPath) {
        connection.propertiesDidChange(path, Home1LampInterface.name, ["Brightness"])
    }

    /// Tells who watches that ``scenes`` has changed; it is read a moment later.
    func scenesDidChange(at path: ObjectPath) {
        connection.propertiesDidChange(path, Home1LampInterface.name, ["Scenes"])
    }

    /// Tells who watches that ``whereItIs`` has changed; it is read a moment later.
    func whereItIsDidChange(at path: ObjectPath) {
        connection.propertiesDidChange(path, Home1LampInterface.name, [MemberName(unchecked: "where-it-is")])
    }

    /// Tells who watches that ``state`` has changed; it is read a moment later.
    func stateDidChange(at path: ObjectPath) {
        connection.propertiesDidChange(path, Home1LampInterface.name, ["State"])
    }
}
