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

/// For apps, sandboxed or not. The methods are those of org.todaycenter.NotificationCenter1 with the same names. This
/// name sends no broadcast signals. App Groups are objects below this one. A sandboxed app may use the widgets whose
/// identifier is its app ID, or begins with it and a dot. Its App Groups are group. followed by such a name. Anything
/// else is NotAuthorized. Since version 1.
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

    /// Registers a widget, or replaces its definition. Keys of definition: Name, Description, Icon, ContainingApp,
    /// BusName, Exec, LargestDisplayMode (s), ObjectPath (o), UpdateInterval (u, in seconds), PreferredContentSize
    /// (dd), MemoryMax (t), AppGroups (as). Also: Arranged, HasContent, Transient, Instances (b), SettingsSchema
    /// (aa{sv}), and every key of UpdateWidget. Since version 3: Sizes (as), Category (s), and Sample ((sa{sv}av), or s
    /// with JSON). ObjectPath without BusName and Exec is an object of the calling connection. Icon is the plain name
    /// of an icon, or an absolute path unless the app is sandboxed. A sandboxed app must set ContainingApp to itself,
    /// may use only its own BusName and AppGroups, and can't set Exec. Its limits are WidgetsPerApp, ContentBytesPerApp
    /// and GroupsPerApp. When the limit Widgets is reached, an installed widget replaces a registered one. Errors:
    /// InvalidIdentifier, InvalidDefinition, AlreadyRegistered, LimitExceeded, NotAuthorized.
    package func registerWidget(identifier: String, definition: [String: DBusValue]) async throws -> ObjectPath {
        try await proxy.call("RegisterWidget", identifier, definition)
    }

    /// Removes a registered widget and everything it added. The center remembers its place. Errors: UnknownWidget,
    /// NotSupported for a widget from a manifest.
    package func unregisterWidget(identifier: String) async throws {
        try await proxy.call("UnregisterWidget", identifier)
    }

    /// Changes what a widget shows. Absent keys keep their values; if one key is invalid, nothing changes. Keys:
    /// Content ((sa{sv}av), or s with JSON), HasContent (b), PreferredContentSize (dd), LargestDisplayMode, DisplayMode
    /// (s), MarginInsets (dddd), NextUpdate (t, 0 clears), Error (s). Since version 3: ErrorKind (s, app or
    /// unreachable, with Error only), Attention (s), Badge (u), UpdatedAt (t, with Content only). Badge without
    /// Attention sets Attention to badge, or to none if Badge is 0. Content clears Error unless both are set. Identical
    /// content changes UpdatedAt but not Revision. The center checks a push over the rate in Limits at once, and
    /// applies it together with others within 1 s. It then replies. Refused pushes use up the rate too. After PushBurst
    /// of them, the center checks pushes only at that rate; the others fail with LimitExceeded. Errors: UnknownWidget,
    /// InvalidContent with the path of the fault, LimitExceeded.
    package func updateWidget(identifier: String, changes: [String: DBusValue]) async throws -> UInt64 {
        try await proxy.call("UpdateWidget", identifier, changes)
    }

    /// Hides a widget that has nothing to show, or shows it again. The provider doesn't have to be running. A change is
    /// a push: the reply follows when the center has applied it. Setting the current value isn't a push and changes
    /// nothing.
    package func setHasContent(identifier: String, hasContent: Bool) async throws {
        try await proxy.call("SetHasContent", identifier, hasContent)
    }

    /// Opens a URL for a widget: in its containing app if that handles the scheme, otherwise as the desktop does.
    /// Option: activation-token (s). Replies within 20 s: true if a program took the URL or the user is still choosing
    /// one. The URL must be absolute, at most 2048 bytes long, and not javascript: or data:. If the caller or the
    /// widget's provider is sandboxed, file: is refused too. The same rules apply to the URL inside view-source:. The
    /// center opens a few URLs of one caller at a time; the others wait. Errors: InvalidURL; LimitExceeded if too many
    /// wait; NotSupported if Exec of the containing app has a field code in quotes.
    package func openURL(identifier: String, url: String, options: [String: DBusValue]) async throws -> Bool {
        try await proxy.call("OpenURL", identifier, url, options)
    }

    /// The version of this contract. It rises by one when members or keys are added.
    ///
    /// It never changes.
    package var version: UInt32 {
        get async throws { try await proxy.get("Version") }
    }
}
