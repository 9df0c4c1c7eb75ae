// Made by dbus-codegen from Bluez.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.bluez.Adapter1`, and its signals.
nonisolated enum BluezAdapter1Interface {
    /// `org.bluez.Adapter1`
    static let name: InterfaceName = "org.bluez.Adapter1"
}

/// A Bluetooth adapter. org.bluez.Adapter(5).
///
/// The interface `org.bluez.Adapter1` of an object of another program.
nonisolated struct BluezAdapter1: InterfaceClient {
    /// `org.bluez.Adapter1`
    static let interface = BluezAdapter1Interface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.bluez", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, BluezAdapter1Interface.name)
    }

    /// Whether Bluetooth is on.
    var powered: Bool {
        get async throws { try await proxy.get("Powered") }
    }

    /// Sets ``powered``.
    func setPowered(_ value: Bool) async throws { try await proxy.set("Powered", to: value) }

    /// ``powered`` now, and whenever it changes; nil while it cannot be read.
    func observePowered() async throws -> AsyncStream<Bool?> { try await proxy.observe("Powered") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// Whether Bluetooth is on.
        var powered: Bool?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("Powered", \Properties.powered).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// The name of the interface `org.bluez.Device1`, and its signals.
nonisolated enum BluezDevice1Interface {
    /// `org.bluez.Device1`
    static let name: InterfaceName = "org.bluez.Device1"
}

/// A Bluetooth device. org.bluez.Device(5).
///
/// The interface `org.bluez.Device1` of an object of another program.
nonisolated struct BluezDevice1: InterfaceClient {
    /// `org.bluez.Device1`
    static let interface = BluezDevice1Interface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.bluez", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, BluezDevice1Interface.name)
    }

    /// Connects the device.
    func connect() async throws { try await proxy.call("Connect") }

    /// Disconnects the device.
    func disconnect() async throws { try await proxy.call("Disconnect") }

    /// The name that the user sees.
    var alias: String {
        get async throws { try await proxy.get("Alias") }
    }

    /// Sets ``alias``.
    func setAlias(_ value: String) async throws { try await proxy.set("Alias", to: value) }

    /// ``alias`` now, and whenever it changes; nil while it cannot be read.
    func observeAlias() async throws -> AsyncStream<String?> { try await proxy.observe("Alias") }

    /// The name of an icon in the theme.
    var icon: String {
        get async throws { try await proxy.get("Icon") }
    }

    /// ``icon`` now, and whenever it changes; nil while it cannot be read.
    func observeIcon() async throws -> AsyncStream<String?> { try await proxy.observe("Icon") }

    /// Whether the device is paired with this machine.
    var paired: Bool {
        get async throws { try await proxy.get("Paired") }
    }

    /// ``paired`` now, and whenever it changes; nil while it cannot be read.
    func observePaired() async throws -> AsyncStream<Bool?> { try await proxy.observe("Paired") }

    /// Whether the device is connected.
    var connected: Bool {
        get async throws { try await proxy.get("Connected") }
    }

    /// ``connected`` now, and whenever it changes; nil while it cannot be read.
    func observeConnected() async throws -> AsyncStream<Bool?> { try await proxy.observe("Connected") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The name that the user sees.
        var alias: String?
        /// The name of an icon in the theme.
        var icon: String?
        /// Whether the device is paired with this machine.
        var paired: Bool?
        /// Whether the device is connected.
        var connected: Bool?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("Alias", \Properties.alias).lenient,
            DBusKey("Icon", \Properties.icon).lenient,
            DBusKey("Paired", \Properties.paired).lenient,
            DBusKey("Connected", \Properties.connected).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// The name of the interface `org.bluez.Battery1`, and its signals.
nonisolated enum BluezBattery1Interface {
    /// `org.bluez.Battery1`
    static let name: InterfaceName = "org.bluez.Battery1"
}

/// The battery of a Bluetooth device. org.bluez.Battery(5).
///
/// The interface `org.bluez.Battery1` of an object of another program.
nonisolated struct BluezBattery1: InterfaceClient {
    /// `org.bluez.Battery1`
    static let interface = BluezBattery1Interface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.bluez", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, BluezBattery1Interface.name)
    }

    /// The charge, 0 to 100.
    var percentage: UInt8 {
        get async throws { try await proxy.get("Percentage") }
    }

    /// ``percentage`` now, and whenever it changes; nil while it cannot be read.
    func observePercentage() async throws -> AsyncStream<UInt8?> { try await proxy.observe("Percentage") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The charge, 0 to 100.
        var percentage: UInt8?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("Percentage", \Properties.percentage).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}
