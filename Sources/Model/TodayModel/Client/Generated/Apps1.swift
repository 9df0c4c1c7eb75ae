// Made by dbus-codegen from org.todaycenter.Apps1.xml. Changes are to be made there.
// swift-format-ignore-file

#if hasFeature(InternalImportsByDefault)
    package import DBus
#else
    import DBus
#endif

/// The name of the interface `org.todaycenter.Apps1`, and its signals.
package nonisolated enum Apps1Interface {
    /// `org.todaycenter.Apps1`
    package static let name: InterfaceName = "org.todaycenter.Apps1"
}

/// What an app needs of the notification center, a sandboxed one as well: the methods are those of
/// org.todaycenter.NotificationCenter1 with the same names, and there are no signals to everybody. App Groups are
/// objects below this one. An app in a sandbox may use the widgets whose identifier is its app id, or begins with it
/// and a dot, and App Groups with group. before that; anything else is NotAuthorized. Since version 1.
///
/// The interface `org.todaycenter.Apps1` of an object of another program.
package nonisolated struct Apps1: InterfaceClient {
    /// `org.todaycenter.Apps1`
    package static let interface = Apps1Interface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    package var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    package init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    package init(
        _ connection: Connection, _ destination: BusName? = "org.todaycenter.Apps1",
        at path: ObjectPath = "/org/todaycenter/Apps1"
    ) {
        proxy = Proxy(connection, destination, path, Apps1Interface.name)
    }

    /// Adds or redefines a widget. Keys of definition: Name, Description, Icon, ContainingApp, BusName, Exec (s),
    /// ObjectPath (o), UpdateInterval (u, seconds), LargestDisplayMode (s), PreferredContentSize (dd), MemoryMax (t),
    /// AppGroups (as), Arranged, HasContent, Transient, Instances (b), SettingsSchema (aa{sv}), since version 3 Sizes
    /// (as), Category (s) and Sample ((sa{sv}av), or s with JSON), and every key of UpdateWidget. ObjectPath without
    /// BusName and Exec is an object of the calling connection. Icon is the plain name of an icon, or an absolute path
    /// unless the app runs in a sandbox. An app in a sandbox says ContainingApp, and names only what is its own, and no
    /// Exec; its share is WidgetsPerApp, ContentBytesPerApp and GroupsPerApp of Limits. When there are as many widgets
    /// as Limits says, a registered one gives way to one that is installed. Errors: InvalidIdentifier,
    /// InvalidDefinition, AlreadyRegistered, LimitExceeded, NotAuthorized.
    package func registerWidget(identifier: String, definition: [String: DBusValue]) async throws -> ObjectPath {
        try await proxy.call("RegisterWidget", identifier, definition)
    }

    /// Removes a widget that was registered at run time, with all that it brought but for its place. Errors:
    /// UnknownWidget, NotSupported for a manifest's.
    package func unregisterWidget(identifier: String) async throws {
        try await proxy.call("UnregisterWidget", identifier)
    }

    /// Changes what a widget shows; an absent key keeps. Keys: Content ((sa{sv}av), or s with JSON), HasContent (b),
    /// PreferredContentSize (dd), LargestDisplayMode, DisplayMode (s), MarginInsets (dddd), NextUpdate (t, 0 clears),
    /// Error (s), and since version 3 ErrorKind (s, app or unreachable, with Error only), Attention (s), Badge (u) and
    /// UpdatedAt (t, with Content only). All or nothing. Badge without Attention sets it to badge, or to none if it is
    /// 0. Content clears Error unless Error comes with it; identical content makes no revision, but moves UpdatedAt.
    /// Over the rate of Limits it is checked at once, and applied together with others within 1 s; the reply comes when
    /// it is applied. One that is refused counts too; after PushBurst of them as many are looked at as the rate says,
    /// the others fail with LimitExceeded. Errors: UnknownWidget, InvalidContent with the place of the fault,
    /// LimitExceeded.
    package func updateWidget(identifier: String, changes: [String: DBusValue]) async throws -> UInt64 {
        try await proxy.call("UpdateWidget", identifier, changes)
    }

    /// Hides a widget that has nothing to show, or shows it again. Works without its provider. A change counts as a
    /// push, and replies when it is applied. The present value is not a change, and costs nothing.
    package func setHasContent(identifier: String, hasContent: Bool) async throws {
        try await proxy.call("SetHasContent", identifier, hasContent)
    }

    /// Opens a URL for a widget: in its containing app if that handles the scheme, else as the desktop does. Option:
    /// activation-token (s). True when somebody took it; answers within 20 s, and true while the user is still choosing
    /// a program. The url is absolute, at most 2048 bytes long, not javascript: or data:, and not file: where the
    /// caller or the widget's provider is sandboxed; what is within view-source: counts as well. A caller's URLs are
    /// opened a few at a time, the others wait. Errors: InvalidURL, LimitExceeded when too many wait, NotSupported when
    /// the Exec of the containing app has a field code in quotes.
    package func openURL(identifier: String, url: String, options: [String: DBusValue]) async throws -> Bool {
        try await proxy.call("OpenURL", identifier, url, options)
    }

    /// Counts what was added to version 1 of this contract.
    ///
    /// It never changes.
    package var version: UInt32 {
        get async throws { try await proxy.get("Version") }
    }
}
