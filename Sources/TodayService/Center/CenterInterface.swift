internal import DBus
internal import TodayModel
internal import TodayProtocol

extension Center {
    /// The center's interface. What is said here is what introspection shows.
    static let interface = Interface<Center>(
        TodayBus.center,
        documentation: """
            Holds widgets and their content. Panels read it, apps and scripts change it. Times are microseconds since \
            1970. Unknown dictionary keys are ignored. Since version 1.
            """
    ) {
        Method<Center>.later(
            "RegisterWidget", in: ["identifier", "definition"], out: ["widget"],
            doc: """
                Adds or redefines a widget. Keys of definition: Name, Description, Icon, ContainingApp, BusName, Exec \
                (s), ObjectPath (o), UpdateInterval (u, seconds), LargestDisplayMode (s), PreferredContentSize (dd), \
                MemoryMax (t), AppGroups (as), Arranged, HasContent, Transient (b), and every key of UpdateWidget. \
                Errors: InvalidIdentifier, InvalidDefinition, AlreadyRegistered, LimitExceeded.
                """
        ) {
            (
                center: isolated Center, call: MethodCall, reply: LaterReply<ObjectPath>, identifier: String,
                definition: [String: DBusValue]
            ) in
            try center.registerWidget(identifier, definition, by: call.sender ?? .bus, reply)
        }
        Method<Center>.later(
            "UnregisterWidget", in: ["identifier"],
            doc:
                "Removes a widget that was registered at run time. Errors: UnknownWidget, NotSupported for a manifest's."
        ) { (center: isolated Center, _: MethodCall, reply: LaterReply<>, identifier: String) in
            try center.unregisterWidget(identifier)
            center.afterCommit { reply.send() }
        }
        Method<Center>.later(
            "UpdateWidget", in: ["identifier", "changes"], out: ["revision"],
            doc: """
                Changes what a widget shows; an absent key keeps. Keys: Content ((sa{sv}av), or s with JSON), HasContent \
                (b), PreferredContentSize (dd), LargestDisplayMode, DisplayMode (s), MarginInsets (dddd), NextUpdate \
                (t, 0 clears), Error (s). All or nothing; identical content makes no revision and no signal. Over \
                the rate of Limits it is checked at once, and applied together with others within 1 s; the reply \
                comes when it is applied. Errors: UnknownWidget, InvalidContent with the place of the fault, \
                LimitExceeded.
                """
        ) {
            (
                center: isolated Center, _: MethodCall, reply: LaterReply<UInt64>, identifier: String,
                changes: [String: DBusValue]
            ) in
            try center.updateWidget(identifier, changes) { result in
                switch result {
                case .success(let revision): reply.send(revision)
                case .failure(let error): reply.send(error: error)
                }
            }
        }
        Method(
            "SetHasContent", in: ["identifier", "has_content"],
            doc: "Hides a widget that has nothing to show, or shows it again. Works without its provider."
        ) { (center: isolated Center, identifier: String, hasContent: Bool) in
            try center.setHasContent(identifier, hasContent)
        }
        Method<Center>.async(
            "PerformUpdate", in: ["identifier"], out: ["result"],
            doc: """
                Has a widget updated now. Answers new-data, no-data or failed within 20 s; concurrent callers share one \
                run. Trouble of the provider is the result failed, never an error.
                """
        ) { (center: isolated Center, _: MethodCall, identifier: String) in
            try await center.performUpdate(identifier).rawValue
        }
        Method<Center>.async(
            "OpenURL", in: ["identifier", "url", "options"], out: ["opened"],
            doc: """
                Opens a URL for a widget: in its containing app if that handles the scheme, else as the desktop does. \
                Option: activation-token (s). True when somebody took it; answers within 20 s, and true while the user \
                is still choosing a program. The url is absolute, at most 2048 bytes long, not javascript: or data:, \
                and not file: where the caller or the widget's provider is sandboxed. Error: InvalidURL.
                """
        ) { (center: isolated Center, _: MethodCall, identifier: String, url: String, options: [String: DBusValue]) in
            try await center.openURL(identifier, url, options)
        }
        Method<Center>.async(
            "InvokeAction", in: ["identifier", "action", "parameter", "platform_data"],
            doc: """
                Reports a tap. parameter holds 0 or 1 values. platform_data: activation-token, desktop-startup-id, node \
                (s), revision (t). Replies when the provider has, within 20 s. The center's own actions are \
                today.toggle-display-mode and today.refresh. Error: ActionFailed.
                """
        ) {
            (
                center: isolated Center, _: MethodCall, identifier: String, action: String, parameter: [DBusValue],
                platformData: [String: DBusValue]
            ) async throws -> Void in
            try await center.invokeAction(identifier, action, parameter, platformData)
        }
        Method<Center>.later(
            "Arrange", in: ["identifiers", "options"],
            doc: """
                Replaces Arrangement, all or nothing. Option: Expected (as): if it is not the current arrangement, \
                nothing happens and the error is Conflict. Errors: UnknownWidget, InvalidArgs for a doubled identifier.
                """
        ) {
            (
                center: isolated Center, _: MethodCall, reply: LaterReply<>, identifiers: [String],
                options: [String: DBusValue]
            ) in
            try center.arrange(identifiers, options)
            center.afterCommit { reply.send() }
        }
        Method(
            "SetDisplayMode", in: ["identifier", "mode"],
            doc: "Sets the mode, compact or expanded, for all panels. Error: InvalidArgs above the largest mode."
        ) { (center: isolated Center, identifier: String, mode: String) in
            try center.setDisplayMode(identifier, mode)
        }
        Method(
            "BeginViewing", in: ["options"],
            doc: """
                The calling connection shows Today from now on, until EndViewing or until it leaves the bus. Not nested; \
                again replaces the options: Name (s), CompactSize, ExpandedSize (dd), ProposedMarginInsets (dddd), \
                ColorScheme (s, light or dark), Locale (s).
                """
        ) { (center: isolated Center, call: MethodCall, options: [String: DBusValue]) throws -> Void in
            try center.beginViewing(by: call, options)
        }
        Method(
            "EndViewing",
            doc: """
                The calling connection shows Today no longer. When it was the last one, Viewing follows after 1 s, unless \
                another begins. Succeeds without BeginViewing.
                """
        ) { (center: isolated Center, call: MethodCall) -> Void in
            if let sender = call.sender { center.endViewing(sender) }
        }
        Method(
            "Explain", in: ["identifier"], out: ["explanation"],
            doc: """
                Why a widget is or is not fresh. Keys: State, Reason, Message, LastResult, Error, Provider (s), \
                UpdatedAt, NextUpdate, MemoryBytes (t), Failures, UpdatesToday (u). Message is one English sentence. \
                Reason is the first of these that is so: updating; no-provider; no-content; not-arranged; suspended; \
                the last run failed: deadline, memory, or interval for any other failure; hidden; interval: it waits \
                for its time, though it was never updated or is due; fresh. NextUpdate is when it is due, 0 never; in \
                the background it may begin a little later. UpdatesToday counts runs that ended since midnight.
                """
        ) { (center: isolated Center, identifier: String) in try center.explain(identifier) }

        Property("Version", .constant, doc: "Counts what was added to version 1 of this contract.") {
            (_: isolated Center) in TodayBus.version
        }
        Property("Arrangement", doc: "All arranged widgets in order, with or without content.") {
            (center: isolated Center) in center.registry.arrangement.map(\.rawValue)
        }
        Property("Today", doc: "What a panel shows: the arranged widgets that have content, in order.") {
            (center: isolated Center) in center.registry.today.map(\.rawValue)
        }
        Property("Viewing", doc: "Whether any panel is visible, or was less than 1 s ago.") {
            (center: isolated Center) in center.panels.isViewing
        }
        Property("Limits", .constant, doc: "The limits of this center, each of type t.") { (_: isolated Center) in
            Limits.dictionary
        }

        widgetUpdated
    }

    static let widgetUpdated = SignalDescription(
        TodayBus.center, CenterMember.widgetUpdated, ["identifier", "result", "details"], as: String.self, String.self,
        [String: DBusValue].self,
        doc: """
            An update has finished, with result new-data, no-data or failed. Details: Revision, DurationUsec (t), \
            Error (s).
            """)

    /// Registers a widget, and answers when that is on disk.
    private func registerWidget(
        _ identifier: String, _ definition: [String: DBusValue], by caller: BusName, _ reply: LaterReply<ObjectPath>
    ) throws {
        let path = try registerWidget(identifier, definition, by: caller)
        beginAnswering(path)
        afterCommit { [weak self] in
            reply.send(path)
            self?.assumeIsolated { $0.answered(path) }
        }
    }

    private func beginViewing(by call: MethodCall, _ options: [String: DBusValue]) throws {
        let panel: ViewingOptions
        do { panel = try ViewingOptions(options) } catch { throw RemoteError(.invalidArgs, "options: \(error)") }
        if let sender = call.sender { try beginViewing(sender, panel) }
    }
}
