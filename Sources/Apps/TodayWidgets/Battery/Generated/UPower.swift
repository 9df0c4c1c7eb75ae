// Made by dbus-codegen from UPower.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.UPower`, and its signals.
nonisolated enum UPowerInterface {
    /// `org.freedesktop.UPower`
    static let name: InterfaceName = "org.freedesktop.UPower"
}

/// The batteries of the machine and of its devices.
///
/// The interface `org.freedesktop.UPower` of an object of another program.
nonisolated struct UPower: InterfaceClient {
    /// `org.freedesktop.UPower`
    static let interface = UPowerInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.UPower",
        at path: ObjectPath = "/org/freedesktop/UPower"
    ) {
        proxy = Proxy(connection, destination, path, UPowerInterface.name)
    }

    /// Returns all devices.
    ///
    /// - Returns: the objects of the devices, without the one for display.
    func enumerateDevices() async throws -> [ObjectPath] { try await proxy.call("EnumerateDevices") }
}

/// The name of the interface `org.freedesktop.UPower.Device`, and its signals.
nonisolated enum UPowerDeviceInterface {
    /// `org.freedesktop.UPower.Device`
    static let name: InterfaceName = "org.freedesktop.UPower.Device"
}

/// A battery, or another device with power.
///
/// The interface `org.freedesktop.UPower.Device` of an object of another program.
nonisolated struct UPowerDevice: InterfaceClient {
    /// `org.freedesktop.UPower.Device`
    static let interface = UPowerDeviceInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.UPower",
        at path: ObjectPath = "/org/freedesktop/UPower"
    ) {
        proxy = Proxy(connection, destination, path, UPowerDeviceInterface.name)
    }

    /// The kind of device: 1 line power, 2 battery, 3 UPS, 5 mouse, 6 keyboard, 8 phone, 17 headset and others.
    var type: UInt32 {
        get async throws { try await proxy.get("Type") }
    }

    /// ``type`` now, and whenever it changes; nil while it cannot be read.
    func observeType() async throws -> AsyncStream<UInt32?> { try await proxy.observe("Type") }

    /// 1 charging, 2 discharging, 3 empty, 4 fully charged, 5 waiting to charge, 6 waiting to discharge.
    var state: UInt32 {
        get async throws { try await proxy.get("State") }
    }

    /// ``state`` now, and whenever it changes; nil while it cannot be read.
    func observeState() async throws -> AsyncStream<UInt32?> { try await proxy.observe("State") }

    /// The name of the model; may be empty.
    var model: String {
        get async throws { try await proxy.get("Model") }
    }

    /// ``model`` now, and whenever it changes; nil while it cannot be read.
    func observeModel() async throws -> AsyncStream<String?> { try await proxy.observe("Model") }

    /// Whether the battery is in its bay.
    var isPresent: Bool {
        get async throws { try await proxy.get("IsPresent") }
    }

    /// ``isPresent`` now, and whenever it changes; nil while it cannot be read.
    func observeIsPresent() async throws -> AsyncStream<Bool?> { try await proxy.observe("IsPresent") }

    /// Whether the device supplies the machine.
    var powerSupply: Bool {
        get async throws { try await proxy.get("PowerSupply") }
    }

    /// ``powerSupply`` now, and whenever it changes; nil while it cannot be read.
    func observePowerSupply() async throws -> AsyncStream<Bool?> { try await proxy.observe("PowerSupply") }

    /// The charge, 0 to 100.
    var percentage: Double {
        get async throws { try await proxy.get("Percentage") }
    }

    /// ``percentage`` now, and whenever it changes; nil while it cannot be read.
    func observePercentage() async throws -> AsyncStream<Double?> { try await proxy.observe("Percentage") }

    /// A rough charge of devices without a percentage: 3 low, 4 critical, 6 normal, 7 high, 8 full; 1 for the others.
    var batteryLevel: UInt32 {
        get async throws { try await proxy.get("BatteryLevel") }
    }

    /// ``batteryLevel`` now, and whenever it changes; nil while it cannot be read.
    func observeBatteryLevel() async throws -> AsyncStream<UInt32?> { try await proxy.observe("BatteryLevel") }

    /// 3 low, 4 critical, 5 about to switch off; less without a warning.
    var warningLevel: UInt32 {
        get async throws { try await proxy.get("WarningLevel") }
    }

    /// ``warningLevel`` now, and whenever it changes; nil while it cannot be read.
    func observeWarningLevel() async throws -> AsyncStream<UInt32?> { try await proxy.observe("WarningLevel") }

    /// The remaining seconds; 0 if unknown.
    var timeToEmpty: Int64 {
        get async throws { try await proxy.get("TimeToEmpty") }
    }

    /// ``timeToEmpty`` now, and whenever it changes; nil while it cannot be read.
    func observeTimeToEmpty() async throws -> AsyncStream<Int64?> { try await proxy.observe("TimeToEmpty") }

    /// The seconds until the battery is full; 0 if unknown.
    var timeToFull: Int64 {
        get async throws { try await proxy.get("TimeToFull") }
    }

    /// ``timeToFull`` now, and whenever it changes; nil while it cannot be read.
    func observeTimeToFull() async throws -> AsyncStream<Int64?> { try await proxy.observe("TimeToFull") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The kind of device: 1 line power, 2 battery, 3 UPS, 5 mouse, 6 keyboard, 8 phone, 17 headset and others.
        var type: UInt32?
        /// 1 charging, 2 discharging, 3 empty, 4 fully charged, 5 waiting to charge, 6 waiting to discharge.
        var state: UInt32?
        /// The name of the model; may be empty.
        var model: String?
        /// Whether the battery is in its bay.
        var isPresent: Bool?
        /// Whether the device supplies the machine.
        var powerSupply: Bool?
        /// The charge, 0 to 100.
        var percentage: Double?
        /// A rough charge of devices without a percentage: 3 low, 4 critical, 6 normal, 7 high, 8 full; 1 for the
        /// others.
        var batteryLevel: UInt32?
        /// 3 low, 4 critical, 5 about to switch off; less without a warning.
        var warningLevel: UInt32?
        /// The remaining seconds; 0 if unknown.
        var timeToEmpty: Int64?
        /// The seconds until the battery is full; 0 if unknown.
        var timeToFull: Int64?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("Type", \Properties.type).lenient,
            DBusKey("State", \Properties.state).lenient,
            DBusKey("Model", \Properties.model).lenient,
            DBusKey("IsPresent", \Properties.isPresent).lenient,
            DBusKey("PowerSupply", \Properties.powerSupply).lenient,
            DBusKey("Percentage", \Properties.percentage).lenient,
            DBusKey("BatteryLevel", \Properties.batteryLevel).lenient,
            DBusKey("WarningLevel", \Properties.warningLevel).lenient,
            DBusKey("TimeToEmpty", \Properties.timeToEmpty).lenient,
            DBusKey("TimeToFull", \Properties.timeToFull).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// The name of the interface `org.freedesktop.UPower.PowerProfiles`, and its signals.
nonisolated enum UPowerPowerProfilesInterface {
    /// `org.freedesktop.UPower.PowerProfiles`
    static let name: InterfaceName = "org.freedesktop.UPower.PowerProfiles"
}

/// The power profiles of the machine.
///
/// The interface `org.freedesktop.UPower.PowerProfiles` of an object of another program.
nonisolated struct UPowerPowerProfiles: InterfaceClient {
    /// `org.freedesktop.UPower.PowerProfiles`
    static let interface = UPowerPowerProfilesInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.UPower",
        at path: ObjectPath = "/org/freedesktop/UPower"
    ) {
        proxy = Proxy(connection, destination, path, UPowerPowerProfilesInterface.name)
    }

    /// The name of the profile in force: power-saver, balanced or performance.
    var activeProfile: String {
        get async throws { try await proxy.get("ActiveProfile") }
    }

    /// Sets ``activeProfile``.
    func setActiveProfile(_ value: String) async throws { try await proxy.set("ActiveProfile", to: value) }

    /// ``activeProfile`` now, and whenever it changes; nil while it cannot be read.
    func observeActiveProfile() async throws -> AsyncStream<String?> { try await proxy.observe("ActiveProfile") }

    /// The profiles of this machine, each with its name as Profile.
    var profiles: [[String: DBusValue]] {
        get async throws { try await proxy.get("Profiles") }
    }

    /// ``profiles`` now, and whenever it changes; nil while it cannot be read.
    func observeProfiles() async throws -> AsyncStream<[[String: DBusValue]]?> { try await proxy.observe("Profiles") }

    /// The reason why the profile performance is slower than usual; empty if it isn't.
    var performanceDegraded: String {
        get async throws { try await proxy.get("PerformanceDegraded") }
    }

    /// ``performanceDegraded`` now, and whenever it changes; nil while it cannot be read.
    func observePerformanceDegraded() async throws -> AsyncStream<String?> {
        try await proxy.observe("PerformanceDegraded")
    }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The name of the profile in force: power-saver, balanced or performance.
        var activeProfile: String?
        /// The profiles of this machine, each with its name as Profile.
        var profiles: [[String: DBusValue]]?
        /// The reason why the profile performance is slower than usual; empty if it isn't.
        var performanceDegraded: String?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("ActiveProfile", \Properties.activeProfile).lenient,
            DBusKey("Profiles", \Properties.profiles).lenient,
            DBusKey("PerformanceDegraded", \Properties.performanceDegraded).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}
