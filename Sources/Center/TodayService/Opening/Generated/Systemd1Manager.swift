// Made by dbus-codegen from Systemd1Manager.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// `(sv)`
nonisolated struct UnitProperty: DBusStruct, Hashable {
    var name: String
    var value: DBusValue

    /// How a value is made, and its fields in order.
    static let layout = StructLayout({ UnitProperty(name: $0, value: $1) }, \.name, \.value)
}

/// `(sa(sv))`
nonisolated struct AuxiliaryUnit: DBusStruct, Hashable {
    var name: String
    var properties: [UnitProperty]

    /// How a value is made, and its fields in order.
    static let layout = StructLayout({ AuxiliaryUnit(name: $0, properties: $1) }, \.name, \.properties)
}

/// The name of the interface `org.freedesktop.systemd1.Manager`, and its signals.
nonisolated enum Systemd1ManagerInterface {
    /// `org.freedesktop.systemd1.Manager`
    static let name: InterfaceName = "org.freedesktop.systemd1.Manager"
}

/// A service manager. org.freedesktop.systemd1(5).
///
/// The interface `org.freedesktop.systemd1.Manager` of an object of another program.
nonisolated struct Systemd1Manager: InterfaceClient {
    /// `org.freedesktop.systemd1.Manager`
    static let interface = Systemd1ManagerInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.systemd1",
        at path: ObjectPath = "/org/freedesktop/systemd1"
    ) {
        proxy = Proxy(connection, destination, path, Systemd1ManagerInterface.name)
    }

    /// Makes a unit that has no file, and starts it.
    ///
    /// - Parameter name: of the unit.
    /// - Parameter mode: what happens to jobs that are under way: replace, fail and others.
    /// - Parameter properties: of the unit.
    /// - Parameter aux: units that are made beside it.
    /// - Returns: the object of the job that starts it.
    func startTransientUnit(
        name: String, mode: String, properties: [UnitProperty], aux: [AuxiliaryUnit]
    ) async throws -> ObjectPath {
        try await proxy.call("StartTransientUnit", name, mode, properties, aux)
    }
}
