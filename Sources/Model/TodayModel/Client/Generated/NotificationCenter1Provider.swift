// Made by dbus-codegen from org.todaycenter.NotificationCenter1.Provider.xml. Changes are to be made there.
// swift-format-ignore-file

#if hasFeature(InternalImportsByDefault)
    package import DBus
#else
    import DBus
#endif

/// The name of the interface `org.todaycenter.NotificationCenter1.Provider`, and its signals.
package nonisolated enum NotificationCenter1ProviderInterface {
    /// `org.todaycenter.NotificationCenter1.Provider`
    package static let name: InterfaceName = "org.todaycenter.NotificationCenter1.Provider"
}

/// Provides the content of a widget. The center calls it; all methods but PerformUpdate are optional. Context:
/// Identifier, Reason, DisplayMode, Locale, ColorScheme (s), Version (u), CompactSize, ExpandedSize (dd),
/// ProposedMarginInsets (dddd), Viewing (b), Settings (a{sv}). Since version 3: Size (s, small or regular). The center
/// sends all keys. Reason is start, visible, interval, next-update, requested, has-content, wake, context or settings.
/// Changes: the keys of UpdateWidget of the center. The object of a further instance is /instance/NUMBER below this
/// one.
///
/// The interface `org.todaycenter.NotificationCenter1.Provider` of an object of another program.
package nonisolated struct NotificationCenter1Provider: InterfaceClient {
    /// `org.todaycenter.NotificationCenter1.Provider`
    package static let interface = NotificationCenter1ProviderInterface.name
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
        proxy = Proxy(connection, destination, path, NotificationCenter1ProviderInterface.name)
    }

    /// The first call to an object of a program that was started for the widget. Other programs don't get it. The reply
    /// has remembered content to show at once; it confirms nothing.
    package func beginRequest(context: [String: DBusValue]) async throws -> [String: DBusValue] {
        try await proxy.call("BeginRequest", context)
    }

    /// Updates the content within 18 s, including the start of the program. The result is new-data, no-data or failed.
    /// Of the changes, the center uses only NextUpdate with no-data, and only Error, ErrorKind and NextUpdate with
    /// failed.
    package func performUpdate(
        context: [String: DBusValue]
    ) async throws -> (result: String, changes: [String: DBusValue]) {
        let results: (String, [String: DBusValue]) = try await proxy.call("PerformUpdate", context)
        return results
    }

    /// The display mode has changed to compact or expanded. maximum_size is the largest size in that mode.
    package func displayModeChanged(
        mode: String, maximumSize: Struct<Double, Double>
    ) async throws -> [String: DBusValue] {
        try await proxy.call("DisplayModeChanged", mode, maximumSize)
    }

    /// The user tapped something. The parameter has no value or one; for a toggle, its new value. Keys of
    /// platform_data: activation-token, desktop-startup-id, node (s), revision (t).
    package func invokeAction(
        action: String, parameter: [DBusValue], platformData: [String: DBusValue]
    ) async throws -> [String: DBusValue] {
        try await proxy.call("InvokeAction", action, parameter, platformData)
    }

    /// A panel shows the widget. Alternates with Disappear.
    package func appear() async throws { try await proxy.call("Appear") }

    /// No panel shows the widget now.
    package func disappear() async throws { try await proxy.call("Disappear") }

    /// The last call to an object of a program that was started for the widget. Other programs don't get it. The
    /// program replies and ends within 2 s. With several objects, it may end after the first call or the last.
    package func endRequest() async throws { try await proxy.call("EndRequest") }
}
