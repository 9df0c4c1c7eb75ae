// Made by dbus-codegen from NetworkManager.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.NetworkManager`, and its signals.
nonisolated enum NetworkManagerInterface {
    /// `org.freedesktop.NetworkManager`
    static let name: InterfaceName = "org.freedesktop.NetworkManager"
}

/// The network connections of the machine.
///
/// The interface `org.freedesktop.NetworkManager` of an object of another program.
nonisolated struct NetworkManager: InterfaceClient {
    /// `org.freedesktop.NetworkManager`
    static let interface = NetworkManagerInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.NetworkManager",
        at path: ObjectPath = "/org/freedesktop/NetworkManager"
    ) {
        proxy = Proxy(connection, destination, path, NetworkManagerInterface.name)
    }

    /// 20 disconnected, 40 connecting, 50 to 70 connected and others.
    var state: UInt32 {
        get async throws { try await proxy.get("State") }
    }

    /// ``state`` now, and whenever it changes; nil while it cannot be read.
    func observeState() async throws -> AsyncStream<UInt32?> { try await proxy.observe("State") }

    /// 2 a sign-in page, 3 limited, 4 the whole internet; 0 and 1 otherwise.
    var connectivity: UInt32 {
        get async throws { try await proxy.get("Connectivity") }
    }

    /// ``connectivity`` now, and whenever it changes; nil while it cannot be read.
    func observeConnectivity() async throws -> AsyncStream<UInt32?> { try await proxy.observe("Connectivity") }

    /// Whether Wi-Fi is on.
    var wirelessEnabled: Bool {
        get async throws { try await proxy.get("WirelessEnabled") }
    }

    /// Sets ``wirelessEnabled``.
    func setWirelessEnabled(_ value: Bool) async throws { try await proxy.set("WirelessEnabled", to: value) }

    /// ``wirelessEnabled`` now, and whenever it changes; nil while it cannot be read.
    func observeWirelessEnabled() async throws -> AsyncStream<Bool?> { try await proxy.observe("WirelessEnabled") }

    /// Whether the switch of the machine allows Wi-Fi.
    var wirelessHardwareEnabled: Bool {
        get async throws { try await proxy.get("WirelessHardwareEnabled") }
    }

    /// ``wirelessHardwareEnabled`` now, and whenever it changes; nil while it cannot be read.
    func observeWirelessHardwareEnabled() async throws -> AsyncStream<Bool?> {
        try await proxy.observe("WirelessHardwareEnabled")
    }

    /// The active connection that most traffic uses; / without one.
    var primaryConnection: ObjectPath {
        get async throws { try await proxy.get("PrimaryConnection") }
    }

    /// ``primaryConnection`` now, and whenever it changes; nil while it cannot be read.
    func observePrimaryConnection() async throws -> AsyncStream<ObjectPath?> {
        try await proxy.observe("PrimaryConnection")
    }

    /// All active connections.
    var activeConnections: [ObjectPath] {
        get async throws { try await proxy.get("ActiveConnections") }
    }

    /// ``activeConnections`` now, and whenever it changes; nil while it cannot be read.
    func observeActiveConnections() async throws -> AsyncStream<[ObjectPath]?> {
        try await proxy.observe("ActiveConnections")
    }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// 20 disconnected, 40 connecting, 50 to 70 connected and others.
        var state: UInt32?
        /// 2 a sign-in page, 3 limited, 4 the whole internet; 0 and 1 otherwise.
        var connectivity: UInt32?
        /// Whether Wi-Fi is on.
        var wirelessEnabled: Bool?
        /// Whether the switch of the machine allows Wi-Fi.
        var wirelessHardwareEnabled: Bool?
        /// The active connection that most traffic uses; / without one.
        var primaryConnection: ObjectPath?
        /// All active connections.
        var activeConnections: [ObjectPath]?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("State", \Properties.state).lenient,
            DBusKey("Connectivity", \Properties.connectivity).lenient,
            DBusKey("WirelessEnabled", \Properties.wirelessEnabled).lenient,
            DBusKey("WirelessHardwareEnabled", \Properties.wirelessHardwareEnabled).lenient,
            DBusKey("PrimaryConnection", \Properties.primaryConnection).lenient,
            DBusKey("ActiveConnections", \Properties.activeConnections).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// The name of the interface `org.freedesktop.NetworkManager.Connection.Active`, and its signals.
nonisolated enum NetworkManagerConnectionActiveInterface {
    /// `org.freedesktop.NetworkManager.Connection.Active`
    static let name: InterfaceName = "org.freedesktop.NetworkManager.Connection.Active"
}

/// A connection in use.
///
/// The interface `org.freedesktop.NetworkManager.Connection.Active` of an object of another program.
nonisolated struct NetworkManagerConnectionActive: InterfaceClient {
    /// `org.freedesktop.NetworkManager.Connection.Active`
    static let interface = NetworkManagerConnectionActiveInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.NetworkManager",
        at path: ObjectPath = "/org/freedesktop/NetworkManager"
    ) {
        proxy = Proxy(connection, destination, path, NetworkManagerConnectionActiveInterface.name)
    }

    /// The name that the user sees.
    var id: String {
        get async throws { try await proxy.get("Id") }
    }

    /// ``id`` now, and whenever it changes; nil while it cannot be read.
    func observeId() async throws -> AsyncStream<String?> { try await proxy.observe("Id") }

    /// Such as 802-3-ethernet, 802-11-wireless, vpn or wireguard.
    var type: String {
        get async throws { try await proxy.get("Type") }
    }

    /// ``type`` now, and whenever it changes; nil while it cannot be read.
    func observeType() async throws -> AsyncStream<String?> { try await proxy.observe("Type") }

    /// Whether it is a VPN.
    var vpn: Bool {
        get async throws { try await proxy.get("Vpn") }
    }

    /// ``vpn`` now, and whenever it changes; nil while it cannot be read.
    func observeVpn() async throws -> AsyncStream<Bool?> { try await proxy.observe("Vpn") }

    /// 1 connecting, 2 connected, 3 disconnecting, 4 disconnected.
    var state: UInt32 {
        get async throws { try await proxy.get("State") }
    }

    /// ``state`` now, and whenever it changes; nil while it cannot be read.
    func observeState() async throws -> AsyncStream<UInt32?> { try await proxy.observe("State") }

    /// The access point of a Wi-Fi connection; / for most others.
    var specificObject: ObjectPath {
        get async throws { try await proxy.get("SpecificObject") }
    }

    /// ``specificObject`` now, and whenever it changes; nil while it cannot be read.
    func observeSpecificObject() async throws -> AsyncStream<ObjectPath?> { try await proxy.observe("SpecificObject") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The name that the user sees.
        var id: String?
        /// Such as 802-3-ethernet, 802-11-wireless, vpn or wireguard.
        var type: String?
        /// Whether it is a VPN.
        var vpn: Bool?
        /// 1 connecting, 2 connected, 3 disconnecting, 4 disconnected.
        var state: UInt32?
        /// The access point of a Wi-Fi connection; / for most others.
        var specificObject: ObjectPath?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("Id", \Properties.id).lenient,
            DBusKey("Type", \Properties.type).lenient,
            DBusKey("Vpn", \Properties.vpn).lenient,
            DBusKey("State", \Properties.state).lenient,
            DBusKey("SpecificObject", \Properties.specificObject).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// The name of the interface `org.freedesktop.NetworkManager.AccessPoint`, and its signals.
nonisolated enum NetworkManagerAccessPointInterface {
    /// `org.freedesktop.NetworkManager.AccessPoint`
    static let name: InterfaceName = "org.freedesktop.NetworkManager.AccessPoint"
}

/// A Wi-Fi access point.
///
/// The interface `org.freedesktop.NetworkManager.AccessPoint` of an object of another program.
nonisolated struct NetworkManagerAccessPoint: InterfaceClient {
    /// `org.freedesktop.NetworkManager.AccessPoint`
    static let interface = NetworkManagerAccessPointInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.NetworkManager",
        at path: ObjectPath = "/org/freedesktop/NetworkManager"
    ) {
        proxy = Proxy(connection, destination, path, NetworkManagerAccessPointInterface.name)
    }

    /// The name of the network, usually in UTF-8.
    var ssid: [UInt8] {
        get async throws { try await proxy.get("Ssid") }
    }

    /// ``ssid`` now, and whenever it changes; nil while it cannot be read.
    func observeSsid() async throws -> AsyncStream<[UInt8]?> { try await proxy.observe("Ssid") }

    /// The strength of the signal, 0 to 100.
    var strength: UInt8 {
        get async throws { try await proxy.get("Strength") }
    }

    /// ``strength`` now, and whenever it changes; nil while it cannot be read.
    func observeStrength() async throws -> AsyncStream<UInt8?> { try await proxy.observe("Strength") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The name of the network, usually in UTF-8.
        var ssid: [UInt8]?
        /// The strength of the signal, 0 to 100.
        var strength: UInt8?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("Ssid", \Properties.ssid).lenient,
            DBusKey("Strength", \Properties.strength).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}
