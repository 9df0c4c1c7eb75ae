// Made by dbus-codegen from Watcher.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.kde.StatusNotifierWatcher`, and its signals.
nonisolated enum StatusNotifierWatcherInterface {
    /// `org.kde.StatusNotifierWatcher`
    static let name: InterfaceName = "org.kde.StatusNotifierWatcher"
}

/// Knows the items and the bars of a desktop.
///
/// The interface `org.kde.StatusNotifierWatcher` of an object of another program.
nonisolated struct StatusNotifierWatcher: InterfaceClient {
    /// `org.kde.StatusNotifierWatcher`
    static let interface = StatusNotifierWatcherInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.kde.StatusNotifierWatcher",
        at path: ObjectPath = "/StatusNotifierWatcher"
    ) {
        proxy = Proxy(connection, destination, path, StatusNotifierWatcherInterface.name)
    }

    /// Has the item shown until its program leaves the bus.
    ///
    /// - Parameter serviceValue: the name of the item's program on the bus.
    func registerStatusNotifierItem(service serviceValue: String) async throws {
        try await proxy.call("RegisterStatusNotifierItem", serviceValue)
    }
}
