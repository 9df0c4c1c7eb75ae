// Made by dbus-codegen from PortalGlobalShortcuts.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.portal.GlobalShortcuts`, and its signals.
nonisolated enum PortalGlobalShortcutsInterface {
    /// `org.freedesktop.portal.GlobalShortcuts`
    static let name: InterfaceName = "org.freedesktop.portal.GlobalShortcuts"
    /// The user has pressed the keys of a shortcut.
    static let activated = SignalDescription(
        name, "Activated", ["session_handle", "shortcut_id", "timestamp", "options"], as: ObjectPath.self, String.self,
        UInt64.self, [String: DBusValue].self, doc: "The user has pressed the keys of a shortcut.")
}

/// Keys that reach an app while another one has the focus. XDG Desktop Portal documentation, "Global Shortcuts".
///
/// The interface `org.freedesktop.portal.GlobalShortcuts` of an object of another program.
nonisolated struct PortalGlobalShortcuts: InterfaceClient {
    /// `org.freedesktop.portal.GlobalShortcuts`
    static let interface = PortalGlobalShortcutsInterface.name
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
        proxy = Proxy(connection, destination, path, PortalGlobalShortcutsInterface.name)
    }

    /// Starts a session, which has shortcuts until it is closed.
    ///
    /// - Parameter options: handle_token and session_handle_token (s).
    /// - Returns: the object of the request; its response has session_handle (s).
    func createSession(options: [String: DBusValue]) async throws -> ObjectPath {
        try await proxy.call("CreateSession", options)
    }

    /// Binds shortcuts. The desktop may ask the user for the keys.
    ///
    /// - Parameter sessionHandle: the session.
    /// - Parameter shortcuts: the names of the shortcuts, each with its description and preferred_trigger (s).
    /// - Parameter parentWindow: the window that asks, or nothing.
    /// - Parameter options: handle_token (s).
    /// - Returns: the object of the request; its response has the shortcuts with their trigger_description (s).
    func bindShortcuts(
        sessionHandle: ObjectPath, shortcuts: [Struct<String, [String: DBusValue]>], parentWindow: String,
        options: [String: DBusValue]
    ) async throws -> ObjectPath {
        try await proxy.call("BindShortcuts", sessionHandle, shortcuts, parentWindow, options)
    }

    /// The user has pressed the keys of a shortcut.
    func activatedSignals() async throws -> TypedSignalStream<Activated> {
        try await proxy.signals(
            PortalGlobalShortcutsInterface.activated,
            as: { Activated(sessionHandle: $0, shortcutId: $1, timestamp: $2, options: $3) })
    }

    /// What a signal `Activated` carries.
    nonisolated struct Activated: Hashable, Sendable {
        /// the session.
        var sessionHandle: ObjectPath
        /// the name of the shortcut.
        var shortcutId: String
        /// the time of the key in milliseconds.
        var timestamp: UInt64
        /// activation_token (s).
        var options: [String: DBusValue]
    }
}

/// The name of the interface `org.freedesktop.portal.Request`, and its signals.
nonisolated enum PortalRequestInterface {
    /// `org.freedesktop.portal.Request`
    static let name: InterfaceName = "org.freedesktop.portal.Request"
    /// The request has ended.
    static let response = SignalDescription(
        name, "Response", ["response", "results"], as: UInt32.self, [String: DBusValue].self,
        doc: "The request has ended.")
}

/// A request to a portal. XDG Desktop Portal documentation, "Request".
///
/// The interface `org.freedesktop.portal.Request` of an object of another program.
nonisolated struct PortalRequest: InterfaceClient {
    /// `org.freedesktop.portal.Request`
    static let interface = PortalRequestInterface.name
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
        proxy = Proxy(connection, destination, path, PortalRequestInterface.name)
    }

    /// The request has ended.
    func responseSignals() async throws -> TypedSignalStream<Response> {
        try await proxy.signals(PortalRequestInterface.response, as: { Response(response: $0, results: $1) })
    }

    /// What a signal `Response` carries.
    nonisolated struct Response: Hashable, Sendable {
        /// 0 if it was carried out, 1 if the user canceled it, 2 for any other end.
        var response: UInt32
        /// the results by name.
        var results: [String: DBusValue]
    }
}
