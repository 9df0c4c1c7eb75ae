import DBus

/// The devices that BlueZ reports, through its object manager.
struct Bluetooth {
    private static let interface: InterfaceName = "org.bluez.Device1"
    private let system: Connection

    init(_ system: Connection) { self.system = system }

    /// The properties of a device that this example uses.
    private struct Device: DBusDictionary {
        var alias = ""
        var isConnected = false
        static let keys = [DBusKey("Alias", \Device.alias), DBusKey("Connected", \Device.isConnected)]

        var line: String { "Bluetooth \(alias): \(isConnected ? "connected" : "not connected")" }
    }

    func list() async throws {
        for object in try await open().objects(with: Self.interface).values {
            if let device = object.properties(of: Self.interface, as: Device.self) { say(device.line) }
        }
    }

    func follow() async throws {
        var aliases: [ObjectPath: String] = [:]
        // Existing objects come first.
        let bluetooth = try await open()
        for await event in await bluetooth.events() {
            switch event {
            case .added(let path, let interfaces):
                guard let values = interfaces[Self.interface] else { continue }
                let device = bluetooth.properties(values, of: Self.interface, at: path, as: Device.self)
                aliases[path] = device.alias
                say(device.line)
            case .changed(let path, Self.interface, let values, let names):
                guard !names.isDisjoint(with: Device.keys.map(\.name)) else { continue }
                let device = bluetooth.properties(values, of: Self.interface, at: path, as: Device.self)
                aliases[path] = device.alias
                say(device.line)
            case .removed(let path, let interfaces) where interfaces.contains(Self.interface):
                say("Bluetooth \(aliases.removeValue(forKey: path) ?? ""): gone")
            default: continue
            }
        }
    }

    private func open() async throws -> ObjectManagerClient {
        try await ObjectManagerClient.open(system, "org.bluez", at: "/")
    }
}
