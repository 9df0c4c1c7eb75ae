// Made by dbus-codegen from Notifications.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.Notifications`, and its signals.
nonisolated enum NotificationsInterface {
    /// `org.freedesktop.Notifications`
    static let name: InterfaceName = "org.freedesktop.Notifications"
}

/// Shows notifications. Desktop Notifications Specification.
///
/// The interface `org.freedesktop.Notifications` of an object of another program.
nonisolated struct Notifications: InterfaceClient {
    /// `org.freedesktop.Notifications`
    static let interface = NotificationsInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.Notifications",
        at path: ObjectPath = "/org/freedesktop/Notifications"
    ) {
        proxy = Proxy(connection, destination, path, NotificationsInterface.name)
    }

    /// Shows a notification.
    ///
    /// - Parameter appName: the name of the app, for users.
    /// - Parameter replacesId: the number of a notification to replace; 0 replaces none.
    /// - Parameter appIcon: the name of an icon, or a file: URL.
    /// - Parameter summary: the title, one line.
    /// - Parameter body: the text below the title.
    /// - Parameter actions: names and labels of buttons, in turns.
    /// - Parameter hints: desktop-entry (s), urgency (y) and others.
    /// - Parameter expireTimeout: milliseconds until it closes; -1 leaves that to the desktop, 0 means never.
    /// - Returns: the number of the notification.
    func notify(
        appName: String, replacesId: UInt32, appIcon: String, summary: String, body: String, actions: [String],
        hints: [String: DBusValue], expireTimeout: Int32
    ) async throws -> UInt32 {
        try await proxy.call("Notify", appName, replacesId, appIcon, summary, body, actions, hints, expireTimeout)
    }
}
