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

/// Provides the content of a widget. Called by the center; a method that is not there is done without, but for
/// PerformUpdate. Context: Identifier, Reason, DisplayMode, Locale, ColorScheme (s), Version (u), CompactSize,
/// ExpandedSize (dd), ProposedMarginInsets (dddd), Viewing (b), Settings (a{sv}), and since version 3 Size (s, small or
/// regular), all of them. Reason is start, visible, interval, next-update, requested, has-content, wake, context or
/// settings. Changes: the keys of UpdateWidget of the center. The object of a further instance of the widget is below
/// this one, at /instance/ and its number.
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

    /// First call. The answer holds what was cached, to be shown at once.
    package func beginRequest(context: [String: DBusValue]) async throws -> [String: DBusValue] {
        try await proxy.call("BeginRequest", context)
    }

    /// Brings the content up to date, within 18 s, its start included. The result is new-data, no-data, of whose
    /// changes NextUpdate counts, or failed, of whose changes Error and NextUpdate count.
    package func performUpdate(
        context: [String: DBusValue]
    ) async throws -> (result: String, changes: [String: DBusValue]) {
        let results: (String, [String: DBusValue]) = try await proxy.call("PerformUpdate", context)
        return results
    }

    /// The user chose another display mode, compact or expanded.
    package func displayModeChanged(
        mode: String, maximumSize: Struct<Double, Double>
    ) async throws -> [String: DBusValue] {
        try await proxy.call("DisplayModeChanged", mode, maximumSize)
    }

    /// The user tapped something. The parameter holds no value or one, for a toggle its new one. platform_data:
    /// activation-token, desktop-startup-id, node (s), revision (t).
    package func invokeAction(
        action: String, parameter: [DBusValue], platformData: [String: DBusValue]
    ) async throws -> [String: DBusValue] {
        try await proxy.call("InvokeAction", action, parameter, platformData)
    }

    /// A panel is visible. By turns with Disappear.
    package func appear() async throws { try await proxy.call("Appear") }

    /// No panel shows the widget any more.
    package func disappear() async throws { try await proxy.call("Disappear") }

    /// Last call. The process ends after its reply.
    package func endRequest() async throws { try await proxy.call("EndRequest") }
}
