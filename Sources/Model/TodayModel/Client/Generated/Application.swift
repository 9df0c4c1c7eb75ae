// Made by dbus-codegen from Application.xml. Changes are to be made there.
// swift-format-ignore-file

#if hasFeature(InternalImportsByDefault)
    package import DBus
#else
    import DBus
#endif

/// The name of the interface `org.freedesktop.Application`, and its signals.
package nonisolated enum ApplicationInterface {
    /// `org.freedesktop.Application`
    package static let name: InterfaceName = "org.freedesktop.Application"
}

/// An app. Desktop Entry Specification, "D-Bus Activation".
///
/// The interface `org.freedesktop.Application` of an object of another program.
package nonisolated struct Application: InterfaceClient {
    /// `org.freedesktop.Application`
    package static let interface = ApplicationInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    package var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    package init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    package init(_ connection: Connection, _ destination: BusName?, at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, ApplicationInterface.name)
    }

    /// Shows the app.
    ///
    /// - Parameter platformData: activation-token, desktop-startup-id (s).
    package func activate(platformData: [String: DBusValue]) async throws {
        try await proxy.call("Activate", platformData)
    }

    /// Opens URLs.
    ///
    /// - Parameter uris: what is opened.
    /// - Parameter platformData: activation-token, desktop-startup-id (s).
    package func open(uris: [String], platformData: [String: DBusValue]) async throws {
        try await proxy.call("Open", uris, platformData)
    }

    /// Does an action of the app.
    ///
    /// - Parameter actionName: one of the app's actions.
    /// - Parameter parameter: no value or one.
    /// - Parameter platformData: activation-token, desktop-startup-id (s).
    package func activateAction(
        actionName: String, parameter: [DBusValue], platformData: [String: DBusValue]
    ) async throws {
        try await proxy.call("ActivateAction", actionName, parameter, platformData)
    }
}
