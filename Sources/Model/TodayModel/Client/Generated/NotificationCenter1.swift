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
    /// An update has finished, with result new-data, no-data or failed. Details: Revision, DurationUsec (t), Error (s),
    /// and since version 3 ErrorKind (s).
    package static let widgetUpdated = SignalDescription(
        name, "WidgetUpdated", ["identifier", "result", "details"], as: String.self, String.self,
        [String: DBusValue].self,
        doc: """
            An update has finished, with result new-data, no-data or failed. Details: Revision, DurationUsec (t), \
            Error (s), and since version 3 ErrorKind (s).
            """)
}

/// Holds widgets and their content. Panels read it, apps and scripts change it. Times are microseconds since 1970.
/// Unknown dictionary keys are ignored. Since version 1.
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

    /// Adds or redefines a widget. Keys of definition: Name, Description, Icon, ContainingApp, BusName, Exec (s),
    /// ObjectPath (o), UpdateInterval (u, seconds), LargestDisplayMode (s), PreferredContentSize (dd), MemoryMax (t),
    /// AppGroups (as), Arranged, HasContent, Transient, Instances (b), SettingsSchema (aa{sv}), since version 3
    /// Category (s) and Sample ((sa{sv}av), or s with JSON), and every key of UpdateWidget. ObjectPath without BusName
    /// and Exec is an object of the calling connection. Icon is the plain name of an icon, or an absolute path unless
    /// the app runs in a sandbox. An app in a sandbox says ContainingApp, and names only what is its own, and no Exec;
    /// its share is WidgetsPerApp, ContentBytesPerApp and GroupsPerApp of Limits. When there are as many widgets as
    /// Limits says, a registered one gives way to one that is installed. Errors: InvalidIdentifier, InvalidDefinition,
    /// AlreadyRegistered, LimitExceeded, NotAuthorized.
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

    /// Has a widget updated now. Answers new-data, no-data or failed within 20 s; concurrent callers share one run.
    /// Trouble of the provider is the result failed, never an error. Error: InvalidArgs for a provider that asks for
    /// the run which it is answering.
    package func performUpdate(identifier: String) async throws -> String {
        try await proxy.call("PerformUpdate", identifier)
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

    /// Reports a tap. parameter holds 0 or 1 values. platform_data: activation-token, desktop-startup-id, node (s),
    /// revision (t). Replies when the provider has, within 20 s. The center's own actions are
    /// today.toggle-display-mode, for a widget that may be expanded, and today.refresh. Error: ActionFailed; the first
    /// line of its message is for people. Since version 3, a second argument has the kind (s): a word of the property
    /// ErrorKind, paused or unknown-action.
    package func invokeAction(
        identifier: String, action: String, parameter: [DBusValue], platformData: [String: DBusValue]
    ) async throws {
        try await proxy.call("InvokeAction", identifier, action, parameter, platformData)
    }

    /// Replaces Arrangement, all or nothing. Option: Expected (as): if it is not the current arrangement, nothing
    /// happens and the error is Conflict. Errors: UnknownWidget, InvalidArgs for a doubled identifier.
    package func arrange(identifiers: [String], options: [String: DBusValue]) async throws {
        try await proxy.call("Arrange", identifiers, options)
    }

    /// Adds a widget once more, for one whose Instances is true. Returns the identifier of the new instance, that of
    /// the widget with # and a number behind it that no instance of it had before. It is a widget like any other,
    /// arranged behind the last instance, and provided by the object instance/ and the number below the provider's.
    /// identifier is that of the widget or of any of its instances. Option: Settings (a{sv}), as SetSettings takes
    /// them. Errors: UnknownWidget, InvalidSetting, LimitExceeded, NotSupported for a widget that can be there only
    /// once. Since version 2.
    package func addInstance(identifier: String, options: [String: DBusValue]) async throws -> String {
        try await proxy.call("AddInstance", identifier, options)
    }

    /// Removes an instance that AddInstance added, with its settings, its content and its place. Errors: UnknownWidget,
    /// NotSupported for the first instance. Since version 2.
    package func removeInstance(instance: String) async throws { try await proxy.call("RemoveInstance", instance) }

    package func listRemoved() async throws -> [[String: DBusValue]] { try await proxy.call("ListRemoved") }
    package func restoreInstance(instance: String) async throws { try await proxy.call("RestoreInstance", instance) }
    package func deleteRemoved(instances: [String]) async throws { try await proxy.call("DeleteRemoved", instances) }
    package func setOptions(identifier: String, values: [String: DBusValue]) async throws {
        try await proxy.call("SetOptions", identifier, values)
    }
    package func resetOptions(identifier: String, names: [String]) async throws {
        try await proxy.call("ResetOptions", identifier, names)
    }
    /// Sets some of a widget's settings, all or nothing; the others stay. Any integer type serves for an integer, any
    /// number for a number. When that changes any, its provider is updated with the reason settings. Errors:
    /// UnknownWidget, InvalidSetting, which names the setting and the value. Since version 2.
    package func setSettings(identifier: String, values: [String: DBusValue]) async throws {
        try await proxy.call("SetSettings", identifier, values)
    }

    /// Takes settings of a widget back to their defaults; no names are all. Errors: UnknownWidget, InvalidSetting for a
    /// name that the widget does not have. Since version 2.
    package func resetSettings(identifier: String, names: [String]) async throws {
        try await proxy.call("ResetSettings", identifier, names)
    }

    /// Sets the mode, compact or expanded, for all panels. Error: InvalidArgs above the largest mode.
    package func setDisplayMode(identifier: String, mode: String) async throws {
        try await proxy.call("SetDisplayMode", identifier, mode)
    }

    /// The calling connection shows Today from now on, until EndViewing or until it leaves the bus. Not nested; again
    /// replaces the options: Name (s), CompactSize, ExpandedSize (dd), ProposedMarginInsets (dddd), ColorScheme (s,
    /// light or dark), Locale (s).
    package func beginViewing(options: [String: DBusValue]) async throws {
        try await proxy.call("BeginViewing", options)
    }

    /// The calling connection shows Today no longer. When it was the last one, Viewing follows after 1 s, unless
    /// another begins. Succeeds without BeginViewing.
    package func endViewing() async throws { try await proxy.call("EndViewing") }

    /// Why a widget is or is not fresh. Keys: State, Reason, Message, LastResult, Error, Provider (s), UpdatedAt,
    /// NextUpdate, MemoryBytes (t), Failures, UpdatesToday (u), and since version 3 ErrorKind (s), RetryAt (t), Reasons
    /// (aa{sv}). Message is one English sentence. Reason is the first of these that is so: updating; no-content;
    /// not-arranged; no-provider; suspended; the last run failed: deadline, memory, or interval for any other failure;
    /// hidden; interval: it waits for its time, though it was never updated or is due; fresh. NextUpdate is when it is
    /// due, 0 never; in the background it may begin a little later. Failures counts updates that failed in a row, or
    /// crashes and hangs of the provider in a row where these are more. UpdatesToday counts runs that ended since
    /// midnight, also before a restart of the center. Reasons holds all reasons, the most important first, each with
    /// Kind (s), At (t, 0 is unknown) and Count (u): Kind is a word of Reason or ErrorKind, or pending, snapshot or
    /// state-not-stored.
    package func explain(identifier: String) async throws -> [String: DBusValue] {
        try await proxy.call("Explain", identifier)
    }

    /// Returns content that shows what a widget looks like, for a gallery; empty if it has none. Error: UnknownWidget.
    /// Since version 3.
    package func getSample(identifier: String) async throws -> Struct<String, [String: DBusValue], [DBusValue]> {
        try await proxy.call("GetSample", identifier)
    }

    /// Counts what was added to version 1 of this contract.
    ///
    /// It never changes.
    package var version: UInt32 {
        get async throws { try await proxy.get("Version") }
    }

    /// All arranged widgets in order, with or without content.
    package var arrangement: [String] {
        get async throws { try await proxy.get("Arrangement") }
    }

    /// ``arrangement`` now, and whenever it changes; nil while it cannot be read.
    package func observeArrangement() async throws -> AsyncStream<[String]?> { try await proxy.observe("Arrangement") }

    /// What a panel shows: the arranged widgets that have content, in order.
    package var today: [String] {
        get async throws { try await proxy.get("Today") }
    }

    /// ``today`` now, and whenever it changes; nil while it cannot be read.
    package func observeToday() async throws -> AsyncStream<[String]?> { try await proxy.observe("Today") }

    /// Whether any panel is visible, or was less than 1 s ago.
    package var viewing: Bool {
        get async throws { try await proxy.get("Viewing") }
    }

    /// ``viewing`` now, and whenever it changes; nil while it cannot be read.
    package func observeViewing() async throws -> AsyncStream<Bool?> { try await proxy.observe("Viewing") }

    /// Whether what was changed is on disk, or will be within 1 s. While changes cannot be written, they count all the
    /// same but do not survive a restart, and StateError says why; App Groups refuse them with NotStored. Everything is
    /// written when it can be again. It is told before the reply to the call that found it out.
    package var stateStored: Bool {
        get async throws { try await proxy.get("StateStored") }
    }

    /// ``stateStored`` now, and whenever it changes; nil while it cannot be read.
    package func observeStateStored() async throws -> AsyncStream<Bool?> { try await proxy.observe("StateStored") }

    /// Why StateStored is false, a sentence without its full stop; empty while it is true.
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

    /// An update has finished, with result new-data, no-data or failed. Details: Revision, DurationUsec (t), Error (s),
    /// and since version 3 ErrorKind (s).
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
