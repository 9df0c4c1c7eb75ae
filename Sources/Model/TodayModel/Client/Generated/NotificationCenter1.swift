// Made by dbus-codegen from org.todaycenter.NotificationCenter1.xml. Changes are to be made there.
// swift-format-ignore-file

#if hasFeature(InternalImportsByDefault)
    package import DBus
#else
    import DBus
#endif

/// The name of the interface `org.todaycenter.NotificationCenter1`, and its signals.
package nonisolated enum NotificationCenter1Interface {
    /// `org.todaycenter.NotificationCenter1`
    package static let name: InterfaceName = "org.todaycenter.NotificationCenter1"
    /// An update has finished with the result new-data, no-data or failed. Details: Revision, DurationUsec (t), Error
    /// (s). Since version 3: ErrorKind (s).
    package static let widgetUpdated = SignalDescription(
        name, "WidgetUpdated", ["identifier", "result", "details"], as: String.self, String.self,
        [String: DBusValue].self,
        doc: """
            An update has finished with the result new-data, no-data or failed. Details: Revision, DurationUsec (t), \
            Error (s). Since version 3: ErrorKind (s).
            """)
}

/// The center, which holds widgets and their content. Panels read them; apps and scripts change them. Times are in
/// microseconds since 1970. Unknown dictionary keys are ignored. Since version 1.
///
/// The interface `org.todaycenter.NotificationCenter1` of an object of another program.
package nonisolated struct NotificationCenter1: InterfaceClient {
    /// `org.todaycenter.NotificationCenter1`
    package static let interface = NotificationCenter1Interface.name
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
        _ connection: Connection, _ destination: BusName? = "org.todaycenter.NotificationCenter1",
        at path: ObjectPath = "/org/todaycenter/NotificationCenter1"
    ) {
        proxy = Proxy(connection, destination, path, NotificationCenter1Interface.name)
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

    /// Updates a widget now. Returns new-data, no-data or failed within 20 s. Concurrent callers share one run. A
    /// failure of the provider is the result failed, never an error. Error: InvalidArgs if the calling connection is
    /// answering this run.
    package func performUpdate(identifier: String) async throws -> String {
        try await proxy.call("PerformUpdate", identifier)
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

    /// Reports a tap. The parameter has 0 or 1 values. Keys of platform_data: activation-token, desktop-startup-id,
    /// node (s), revision (t). Replies when the provider has, within 20 s. The center itself handles today.refresh and,
    /// if the widget can expand, today.toggle-display-mode. Error: ActionFailed; the first line of its message is for
    /// the user. Since version 3, it has a second argument, the kind (s): a word of the property ErrorKind, paused or
    /// unknown-action.
    package func invokeAction(
        identifier: String, action: String, parameter: [DBusValue], platformData: [String: DBusValue]
    ) async throws {
        try await proxy.call("InvokeAction", identifier, action, parameter, platformData)
    }

    /// Replaces Arrangement. Option: Expected (as): if it isn't the current Arrangement, nothing changes and the error
    /// is Conflict. Errors: UnknownWidget, InvalidArgs for a duplicate identifier.
    package func arrange(identifiers: [String], options: [String: DBusValue]) async throws {
        try await proxy.call("Arrange", identifiers, options)
    }

    /// Adds an instance of a widget whose Instances is true, and returns its identifier. That is the widget's
    /// identifier, #, and a number that no instance of it had before. For identifier, pass that of the widget or of any
    /// instance. An instance is like any other widget. It is arranged after the last instance, and its provider's
    /// object is instance/NUMBER below that of the widget. Options: Settings (a{sv}), as in SetSettings; since version
    /// 3 DryRun (b), to check everything and add nothing. Errors: UnknownWidget, InvalidSetting, LimitExceeded,
    /// NotSupported for a widget without Instances. Since version 2.
    package func addInstance(identifier: String, options: [String: DBusValue]) async throws -> String {
        try await proxy.call("AddInstance", identifier, options)
    }

    /// Removes an instance that AddInstance added. Since version 3, the center keeps its settings, options, mode,
    /// content and place for RemovedUsec of Limits; see RestoreInstance. Errors: UnknownWidget, NotSupported for the
    /// first instance. Since version 2.
    package func removeInstance(instance: String) async throws { try await proxy.call("RemoveInstance", instance) }

    /// Returns the removed instances that RestoreInstance can bring back, newest first. Keys: Identifier, Name, Icon
    /// (s), RemovedAt, ExpiresAt (t). Since version 3.
    package func listRemoved() async throws -> [[String: DBusValue]] { try await proxy.call("ListRemoved") }

    /// Brings back a removed instance with its settings, options, mode and content. Revision rises by 1. If it has
    /// content, IsSnapshot is true. It returns to its old index in Arrangement, or to the end. Errors: UnknownWidget if
    /// it isn't in the list, LimitExceeded if it no longer fits, NotSupported if its widget is gone or no longer has
    /// Instances. Since version 3.
    package func restoreInstance(instance: String) async throws { try await proxy.call("RestoreInstance", instance) }

    /// Deletes removed instances for good, all or nothing. An empty array deletes all removed instances. Error:
    /// UnknownWidget for an instance that isn't in the list. Since version 3.
    package func deleteRemoved(instances: [String]) async throws { try await proxy.call("DeleteRemoved", instances) }

    /// Sets some settings of a widget, all or nothing; the others stay. An integer may have any integer type, a number
    /// any numeric type. If a value changes, the center updates the widget with the reason settings. Errors:
    /// UnknownWidget, InvalidSetting with the setting and the value. Since version 2.
    package func setSettings(identifier: String, values: [String: DBusValue]) async throws {
        try await proxy.call("SetSettings", identifier, values)
    }

    /// Resets settings of a widget to their defaults; an empty array resets all. Errors: UnknownWidget, InvalidSetting
    /// for an unknown name. Since version 2.
    package func resetSettings(identifier: String, names: [String]) async throws {
        try await proxy.call("ResetSettings", identifier, names)
    }

    /// Sets some options of a widget, all or nothing; the others stay. Unknown keys are ignored. Size (s) is one of the
    /// widget's Sizes. UpdateInterval (u) is 60 to 604800 seconds, or 0 to update only while a panel is visible. Paused
    /// (b) stops updates by interval, NextUpdate, a visible panel or a changed context. PerformUpdate, taps and pushes
    /// still work. If Size changes, the center updates the widget with the reason context. Errors: UnknownWidget,
    /// InvalidArgs. Since version 3.
    package func setOptions(identifier: String, values: [String: DBusValue]) async throws {
        try await proxy.call("SetOptions", identifier, values)
    }

    /// Resets options of a widget to those of its definition; an empty array resets all. Unknown names are ignored.
    /// Error: UnknownWidget. Since version 3.
    package func resetOptions(identifier: String, names: [String]) async throws {
        try await proxy.call("ResetOptions", identifier, names)
    }

    /// Sets the display mode, compact or expanded, for all panels. Error: InvalidArgs for a mode above
    /// LargestDisplayMode.
    package func setDisplayMode(identifier: String, mode: String) async throws {
        try await proxy.call("SetDisplayMode", identifier, mode)
    }

    /// Makes the calling connection a visible panel until it calls EndViewing or leaves the bus. Another call replaces
    /// the options. Options: Name, Locale (s), ColorScheme (s, light or dark), CompactSize, ExpandedSize (dd),
    /// ProposedMarginInsets (dddd). Since version 3: SmallSize (dd, the largest small card) and Version (u, of the
    /// contract). Without SmallSize, a small card has half the width of CompactSize, and its height.
    package func beginViewing(options: [String: DBusValue]) async throws {
        try await proxy.call("BeginViewing", options)
    }

    /// Hides the calling connection's panel. If it was the last visible one, Viewing becomes false after 1 s unless
    /// another panel appears. Succeeds without BeginViewing.
    package func endViewing() async throws { try await proxy.call("EndViewing") }

    /// Returns why a widget is or isn't fresh. Keys: State, Reason, Message, LastResult, Error, Provider (s),
    /// UpdatedAt, NextUpdate, MemoryBytes (t), Failures, UpdatesToday (u). Since version 3: ErrorKind (s), RetryAt (t),
    /// Reasons (aa{sv}). Message is one sentence in English. Reason is the first that applies: updating, no-content,
    /// not-arranged, no-provider, suspended, paused (since version 3), the failure of the last run, hidden, interval,
    /// fresh. The failure is deadline, memory, or interval for any other failure. Without a failure, interval means
    /// that the widget was never updated or is due, and waits for its turn. NextUpdate is the time when it is due, or
    /// 0; in the background, the update may start a little later. Failures is the number of failed updates in a row, or
    /// of crashes and missed deadlines if that is larger. UpdatesToday is the number of runs that ended since midnight,
    /// including those before a restart of the center. Reasons lists all reasons, the most important first, with Kind
    /// (s), At (t, 0 if unknown) and Count (u). Kind is a word of Reason or ErrorKind, or pending, snapshot or
    /// state-not-stored.
    package func explain(identifier: String) async throws -> [String: DBusValue] {
        try await proxy.call("Explain", identifier)
    }

    /// Returns sample content for a gallery, or empty content without a sample. Error: UnknownWidget. Since version 3.
    package func getSample(identifier: String) async throws -> Struct<String, [String: DBusValue], [DBusValue]> {
        try await proxy.call("GetSample", identifier)
    }

    /// The version of this contract. It rises by one when members or keys are added.
    ///
    /// It never changes.
    package var version: UInt32 {
        get async throws { try await proxy.get("Version") }
    }

    /// The identifiers of all arranged widgets, in order, with or without content.
    package var arrangement: [String] {
        get async throws { try await proxy.get("Arrangement") }
    }

    /// ``arrangement`` now, and whenever it changes; nil while it cannot be read.
    package func observeArrangement() async throws -> AsyncStream<[String]?> { try await proxy.observe("Arrangement") }

    /// The identifiers of the arranged widgets with content, in order. Panels show these.
    package var today: [String] {
        get async throws { try await proxy.get("Today") }
    }

    /// ``today`` now, and whenever it changes; nil while it cannot be read.
    package func observeToday() async throws -> AsyncStream<[String]?> { try await proxy.observe("Today") }

    /// Whether a panel is visible, or was within the last second.
    package var viewing: Bool {
        get async throws { try await proxy.get("Viewing") }
    }

    /// ``viewing`` now, and whenever it changes; nil while it cannot be read.
    package func observeViewing() async throws -> AsyncStream<Bool?> { try await proxy.observe("Viewing") }

    /// Whether all changes are on disk, or will be within 1 s. If the center can't write to disk, changes still apply
    /// but are lost after a restart, and App Groups refuse them with NotStored. StateError has the reason. When writing
    /// works again, the center writes everything. This property changes before the reply to the call that found the
    /// failure.
    package var stateStored: Bool {
        get async throws { try await proxy.get("StateStored") }
    }

    /// ``stateStored`` now, and whenever it changes; nil while it cannot be read.
    package func observeStateStored() async throws -> AsyncStream<Bool?> { try await proxy.observe("StateStored") }

    /// The reason why StateStored is false, as a sentence without a period; empty while it is true.
    package var stateError: String {
        get async throws { try await proxy.get("StateError") }
    }

    /// ``stateError`` now, and whenever it changes; nil while it cannot be read.
    package func observeStateError() async throws -> AsyncStream<String?> { try await proxy.observe("StateError") }

    /// The kind of StateError: full, read-only, damaged or other; empty while StateStored is true. Since version 3.
    package var stateErrorKind: String {
        get async throws { try await proxy.get("StateErrorKind") }
    }

    /// ``stateErrorKind`` now, and whenever it changes; nil while it cannot be read.
    package func observeStateErrorKind() async throws -> AsyncStream<String?> {
        try await proxy.observe("StateErrorKind")
    }

    /// The limits of this center, each of type t.
    ///
    /// It never changes.
    package var limits: [String: DBusValue] {
        get async throws { try await proxy.get("Limits") }
    }

    /// An update has finished with the result new-data, no-data or failed. Details: Revision, DurationUsec (t), Error
    /// (s). Since version 3: ErrorKind (s).
    package func widgetUpdatedSignals() async throws -> TypedSignalStream<WidgetUpdated> {
        try await proxy.signals(
            NotificationCenter1Interface.widgetUpdated, as: { WidgetUpdated(identifier: $0, result: $1, details: $2) })
    }

    /// What a signal `WidgetUpdated` carries.
    package nonisolated struct WidgetUpdated: Hashable, Sendable {
        package var identifier: String
        package var result: String
        package var details: [String: DBusValue]

        /// Makes a value of its parts.
        package init(identifier: String, result: String, details: [String: DBusValue]) {
            self.identifier = identifier
            self.result = result
            self.details = details
        }
    }
}
