// The code of the article "Following the objects of a service", block by block.
import DBus
import DBusTesting
import Testing

func bluetoothNames(on bus: Connection) async throws -> [String] {
    let bluetooth = try await ObjectManagerClient.open(bus, "org.bluez", at: "/")
    return await bluetooth.objects(with: "org.bluez.Device1").values.compactMap {
        $0.value("Alias", of: "org.bluez.Device1", as: String.self)
    }
}

struct BluetoothDevice: DBusDictionary, Equatable {
    var alias = ""
    var isConnected = false
    var icon: String?
    static let keys = [
        DBusKey("Alias", \BluetoothDevice.alias), DBusKey("Connected", \BluetoothDevice.isConnected),
        DBusKey("Icon", \BluetoothDevice.icon),
    ]
}

func connectedDevices(_ bluetooth: ObjectManagerClient) async -> [BluetoothDevice] {
    await bluetooth.objects.values.compactMap { $0.properties(of: "org.bluez.Device1") }.filter(\.isConnected)
}

func watchDevices(_ bluetooth: ObjectManagerClient, say: (String) -> Void) async {
    for await event in await bluetooth.events() {
        switch event {
        case .added(let path, let interfaces) where interfaces["org.bluez.Device1"] != nil: say("\(path) is here")
        case .removed(let path, let interfaces) where interfaces.contains("org.bluez.Device1"): say("\(path) is gone")
        case .changed(let path, "org.bluez.Device1", let values, let names) where names.contains("Connected"):
            say("\(path) is \(values["Connected"] == true ? "connected" : "not connected")")
        case .ownerChanged(nil): say("Bluetooth does not run")
        default: break
        }
    }
}

func connect(_ device: ObjectPath, _ bluetooth: ObjectManagerClient) async throws {
    try await bluetooth.proxy(device, "org.bluez.Device1").call("Connect", timeout: .seconds(60))
}

func dimAll(_ home: ObjectManagerClient) async throws {
    for lamp in await home.clients(Home1Lamp.self) { _ = try await lamp.dim(by: -0.1) }
}

actor DeviceCounter {
    let bluetooth: ObjectManagerClient
    nonisolated var unownedExecutor: UnownedSerialExecutor { bluetooth.unownedExecutor }

    init(_ bluetooth: ObjectManagerClient) { self.bluetooth = bluetooth }

    var count: Int { bluetooth.assumeIsolated { $0.objects(with: "org.bluez.Device1").count } }
}

struct Battery: DBusDictionary, Equatable {
    var percentage = 0.0
    var state: UInt32 = 0
    static let keys = [DBusKey("Percentage", \Battery.percentage), DBusKey("State", \Battery.state)]
}

func untilFull(on bus: Connection) async throws {
    let display = Proxy(
        bus, "org.freedesktop.UPower", "/org/freedesktop/UPower/devices/DisplayDevice",
        "org.freedesktop.UPower.Device")
    let battery = try await display.properties()
    for await now in await battery.updates(as: Battery.self) {
        guard let now else { continue }  // UPower does not run at the moment
        if now.percentage >= 100 { return }
    }
}

func followDevices(_ power: Proxy) async throws -> Set<ObjectPath> {
    let signals = try await power.signals()
    let reply: Reply<[ObjectPath]> = try await power.call("EnumerateDevices")
    var devices = Set(reply.value)
    for await signal in signals where signal.position > reply.position {
        switch signal.member {
        case "DeviceAdded": devices.insert(try signal.arguments(as: ObjectPath.self))
        case "DeviceRemoved": devices.remove(try signal.arguments(as: ObjectPath.self))
        default: return devices
        }
    }
    return devices
}

/// A service as the article has it: devices, a battery, and a list of devices that only signals follow.
private actor Devices {
    nonisolated let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
    var isConnected = false
    var percentage = 99.0

    init(_ connection: Connection) { self.connection = connection }

    static let device = Interface<Devices>("org.bluez.Device1") {
        Property("Alias") { (_: isolated Devices) in "My Phone" }
        Property("Connected") { (it: isolated Devices) in it.isConnected }
        Method("Connect") { (it: isolated Devices, call: MethodCall) in
            it.isConnected = true
            it.connection.assumeIsolated { $0.propertiesDidChange(call.path, "org.bluez.Device1", ["Connected"]) }
        }
    }

    static let battery = Interface<Devices>("org.freedesktop.UPower.Device") {
        Property("Percentage") { (it: isolated Devices) in it.percentage }
        Method("Fill") { (it: isolated Devices, call: MethodCall) in
            it.percentage = 100
            it.connection.assumeIsolated {
                $0.propertiesDidChange(call.path, "org.freedesktop.UPower.Device", ["Percentage"])
            }
        }
    }

    static let power = Interface<Devices>("org.freedesktop.UPower") {
        Method("EnumerateDevices", out: ["devices"]) { (it: isolated Devices) throws -> [ObjectPath] in
            try it.tell("DeviceRemoved", "/a")  // it has come again since
            Task { try it.tell("DeviceAdded", "/c") }
            return ["/a", "/b"]
        }
    }

    private func tell(_ member: MemberName, _ path: ObjectPath) throws {
        try connection.assumeIsolated { connection in
            try connection.emit("/org/freedesktop/UPower", "org.freedesktop.UPower", member, path)
            guard member == "DeviceAdded" else { return }
            try connection.emit("/org/freedesktop/UPower", "org.freedesktop.UPower", "End")
        }
    }

    /// Has what it needs on a bus.
    static func start(_ bus: PrivateBus) async throws -> Devices {
        let connection = try await bus.connect()
        let devices = Devices(connection)
        await connection.exportObjectManager(at: "/")
        try await connection.export(device, of: devices, at: "/org/bluez/hci0/phone")
        try await connection.export(
            battery, of: devices, at: "/org/freedesktop/UPower/devices/DisplayDevice")
        try await connection.export(power, of: devices, at: "/org/freedesktop/UPower")
        try await connection.requestName("org.bluez", .doNotQueue)
        try await connection.requestName("org.freedesktop.UPower", .doNotQueue)
        return devices
    }
}

@Suite struct ObjectManagerArticleTests {
    @Test func devicesAreListedFollowedAndCalled() async throws {
        let bus = try await PrivateBus.start()
        let devices = try await Devices.start(bus)
        let client = try await bus.connect()
        #expect(try await bluetoothNames(on: client) == ["My Phone"])
        let bluetooth = try await ObjectManagerClient.open(client, "org.bluez", at: "/")
        #expect(await connectedDevices(bluetooth).isEmpty)
        #expect(await DeviceCounter(bluetooth).count == 1)
        let said = WatchedValue<[String]>([])
        let watching = Task { await watchDevices(bluetooth) { line in said.change { $0.append(line) } } }
        let phone: ObjectPath = "/org/bluez/hci0/phone"
        try await said.wait { $0 == ["\(phone) is here"] }
        try await connect(phone, bluetooth)
        try await said.wait { $0.last == "\(phone) is connected" }
        #expect(await connectedDevices(bluetooth) == [BluetoothDevice(alias: "My Phone", isConnected: true)])
        await devices.connection.close()
        try await said.wait { $0.suffix(2) == ["\(phone) is gone", "Bluetooth does not run"] }
        watching.cancel()
        try await dimAll(bluetooth)
    }

    @Test func aBatteryIsFollowedUntilItIsFull() async throws {
        let bus = try await PrivateBus.start()
        let devices = try await Devices.start(bus)
        let client = try await bus.connect()
        let full = Task { try await untilFull(on: client) }
        try await client.call(
            "org.freedesktop.UPower", path: "/org/freedesktop/UPower/devices/DisplayDevice",
            interface: "org.freedesktop.UPower.Device", "Fill")
        try await full.value
        #expect(await devices.percentage == 100)
    }

    @Test func whatIsOlderThanTheAnswerIsLeftAside() async throws {
        let bus = try await PrivateBus.start()
        _ = try await Devices.start(bus)
        let power = Proxy(
            try await bus.connect(), "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower")
        #expect(try await followDevices(power) == ["/a", "/b", "/c"])
    }
}
