import DBus

/// The batteries that UPower reports. It has no object manager: methods list its devices, and signals report changes.
struct Batteries {
    private static let name: BusName = "org.freedesktop.UPower"
    private let upower: Proxy

    init(_ system: Connection) {
        upower = Proxy(system, Self.name, "/org/freedesktop/UPower", "org.freedesktop.UPower")
    }

    /// The properties of a device that this example uses.
    private struct Device: DBusDictionary {
        var type: UInt32 = 0
        var state: UInt32 = 0
        var percentage = 0.0
        var model = ""
        static let keys = [
            DBusKey("Type", \Device.type), DBusKey("State", \Device.state),
            DBusKey("Percentage", \Device.percentage), DBusKey("Model", \Device.model),
        ]

        /// The line to print; nil if the device isn't a battery.
        var line: String? {
            guard type == 2 else { return nil }
            let states: [UInt32: String] = [1: "charging", 2: "discharging", 3: "empty", 4: "full"]
            return "Battery \(model): \(Int(percentage)) %, \(states[state] ?? "state unknown")"
        }
    }

    func list() async throws {
        let paths: [ObjectPath] = try await upower.call("EnumerateDevices")
        for path in paths {
            let properties = try await device(path).getAll()
            if let line = Device(properties: properties).line { say(line) }
        }
    }

    func follow() async throws {
        // Subscribe first, then call, so that no change is lost. Signals older than the reply bring no news.
        let signals = try await upower.signals()
        let devices: Reply<[ObjectPath]> = try await upower.call("EnumerateDevices")
        var followers: [ObjectPath: Task<Void, any Error>] = [:]
        for path in devices.value { followers[path] = Task { try await follow(path) } }
        for await signal in signals where signal.position > devices.position {
            guard let path = try? signal.arguments(as: ObjectPath.self) else { continue }
            followers.removeValue(forKey: path)?.cancel()
            if signal.member == "DeviceAdded" { followers[path] = Task { try await follow(path) } }
        }
    }

    private func follow(_ path: ObjectPath) async throws {
        let properties = try await device(path).properties()
        for await device in await properties.updates(as: Device.self) {
            if let line = device?.line { say(line) }
        }
    }

    private func device(_ path: ObjectPath) -> Proxy {
        Proxy(upower.connection, Self.name, path, "org.freedesktop.UPower.Device")
    }
}
