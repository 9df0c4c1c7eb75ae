// Made by dbus-codegen from PortalSettings.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.portal.Settings`, and its signals.
nonisolated enum PortalSettingsInterface {
    /// `org.freedesktop.portal.Settings`
    static let name: InterfaceName = "org.freedesktop.portal.Settings"
    /// A setting has another value.
    static let settingChanged = SignalDescription(
        name, "SettingChanged", ["namespace", "key", "value"], as: String.self, String.self, DBusValue.self,
        doc: "A setting has another value.")
}

/// The desktop's settings. XDG Desktop Portal documentation, "Settings".
///
/// The interface `org.freedesktop.portal.Settings` of an object of another program.
nonisolated struct PortalSettings: InterfaceClient {
    /// `org.freedesktop.portal.Settings`
    static let interface = PortalSettingsInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.portal.Desktop",
        at path: ObjectPath = "/org/freedesktop/portal/desktop"
    ) {
        proxy = Proxy(connection, destination, path, PortalSettingsInterface.name)
    }

    /// Values of many settings.
    ///
    /// - Parameter namespaces: those that are meant, such as org.freedesktop.appearance; one may end with .*
    /// - Returns: values by namespace and key.
    func readAll(namespaces: [String]) async throws -> [String: [String: DBusValue]] {
        try await proxy.call("ReadAll", namespaces)
    }

    /// A setting has another value.
    func settingChangedSignals() async throws -> TypedSignalStream<SettingChanged> {
        try await proxy.signals(
            PortalSettingsInterface.settingChanged, as: { SettingChanged(namespace: $0, key: $1, value: $2) })
    }

    /// What a signal `SettingChanged` carries.
    nonisolated struct SettingChanged: Hashable, Sendable {
        var namespace: String
        var key: String
        var value: DBusValue
    }
}
