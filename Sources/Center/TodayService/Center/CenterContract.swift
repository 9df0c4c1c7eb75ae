internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The contract of the service's objects, as introspection shows it: their members, and what the members do.
enum CenterContract {
    /// The interface of the center itself.
    static let center = Interface<Center>(
        TodayBus.center,
        documentation: """
            Holds widgets and their content. Panels read it, apps and scripts change it. Times are microseconds since \
            1970. Unknown dictionary keys are ignored. Since version 1.
            """
    ) {
        registerWidget
        unregisterWidget
        updateWidget
        setHasContent
        Method<Center>.later(
            "PerformUpdate", in: ["identifier"], out: ["result"],
            doc: """
                Has a widget updated now. Answers new-data, no-data or failed within 20 s; concurrent callers share one \
                run. Trouble of the provider is the result failed, never an error. Error: InvalidArgs for a provider that \
                asks for the run which it is answering.
                """
        ) { (center: isolated Center, call: MethodCall, reply: DeferredReply<String>, identifier: String) in
            let answer = call.expectsReply ? RunAnswer() : nil
            answer?.whenSettled { result in
                do { reply.send(try result.get().rawValue) } catch { reply.send(error: error) }
            }
            try center.performUpdate(identifier, by: call.sender, answer)
            if answer == nil { reply.send("") }
        }
        openURL
        Method<Center>.async(
            "InvokeAction", in: ["identifier", "action", "parameter", "platform_data"],
            doc: """
                Reports a tap. parameter holds 0 or 1 values. platform_data: activation-token, desktop-startup-id, node \
                (s), revision (t). Replies when the provider has, within 20 s. The center's own actions are \
                today.toggle-display-mode, for a widget that may be expanded, and today.refresh. Error: ActionFailed; the \
                first line of its message is for people. Since version 3, a second argument has the kind (s): a word of \
                the property ErrorKind, paused or unknown-action.
                """
        ) {
            (
                center: isolated Center, call: MethodCall, identifier: String, action: String, parameter: [DBusValue],
                platformData: [String: DBusValue]
            ) async throws -> Void in
            try await center.invokeAction(identifier, action, parameter, platformData, by: call.sender)
        }
        Method<Center>.later(
            "Arrange", in: ["identifiers", "options"],
            doc: """
                Replaces Arrangement, all or nothing. Option: Expected (as): if it is not the current arrangement, \
                nothing happens and the error is Conflict. Errors: UnknownWidget, InvalidArgs for a doubled identifier.
                """
        ) {
            (
                center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifiers: [String],
                options: [String: DBusValue]
            ) in
            try center.arrange(identifiers, options)
            center.keeper.afterCommit(center) { reply.send() }
        }
        addInstance
        removeInstance
        listRemoved
        restoreInstance
        deleteRemoved
        setSettings
        resetSettings
        setOptions
        resetOptions
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
                ColorScheme (s, light or dark), Locale (s), and since version 3 SmallSize (dd, the largest small card; \
                without it half of the width of CompactSize, and its height) and Version (u, of the contract).
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
            if let sender = call.sender { center.panels.end(sender, center) }
        }
        Method<Center>.async(
            "Explain", in: ["identifier"], out: ["explanation"],
            doc: """
                Why a widget is or is not fresh. Keys: State, Reason, Message, LastResult, Error, Provider (s), \
                UpdatedAt, NextUpdate, MemoryBytes (t), Failures, UpdatesToday (u), and since version 3 ErrorKind (s), \
                RetryAt (t), Reasons (aa{sv}). Message is one English sentence. \
                Reason is the first of these that is so: updating; no-content; not-arranged; no-provider; suspended; \
                paused, since version 3; the last run failed: deadline, memory, or interval for any other failure; hidden; interval: it waits \
                for its time, though it was never updated or is due; fresh. NextUpdate is when it is due, 0 never; in \
                the background it may begin a little later. Failures counts updates that failed in a row, or crashes and \
                hangs of the provider in a row where these are more. UpdatesToday counts runs that ended since midnight, \
                also before a restart of the center. Reasons holds all reasons, the most important first, each with Kind \
                (s), At (t, 0 is unknown) and Count (u): Kind is a word of Reason or ErrorKind, or pending, snapshot or \
                state-not-stored.
                """
        ) { (center: isolated Center, _: MethodCall, identifier: String) in
            try await center.explain(identifier, center.keeper.trouble)
        }
        .onlyReading
        Method<Center>.async(
            "GetSample", in: ["identifier"], out: ["content"],
            doc: """
                Returns content that shows what a widget looks like, for a gallery; empty if it has none. Error: \
                UnknownWidget. Since version 3.
                """
        ) { (center: isolated Center, _: MethodCall, identifier: String) in
            try await center.sample(of: identifier)
        }
        .onlyReading

        version
        Property("Arrangement", doc: "All arranged widgets in order, with or without content.") {
            (center: isolated Center) in center.registry.arrangement.map(\.rawValue)
        }
        Property("Today", doc: "What a panel shows: the arranged widgets that have content, in order.") {
            (center: isolated Center) in center.registry.today.map(\.rawValue)
        }
        Property("Viewing", doc: "Whether any panel is visible, or was less than 1 s ago.") {
            (center: isolated Center) in center.panels.isViewing
        }
        Property(
            CenterMember.stateStored,
            doc: """
                Whether what was changed is on disk, or will be within 1 s. While changes cannot be written, they count \
                all the same but do not survive a restart, and StateError says why; App Groups refuse them with \
                NotStored. Everything is written when it can be again. It is told before the reply to the call that \
                found it out.
                """
        ) { (center: isolated Center) in center.keeper.trouble == nil }
        Property(
            CenterMember.stateError,
            doc: "Why StateStored is false, a sentence without its full stop; empty while it is true."
        ) { (center: isolated Center) in center.keeper.trouble?.reason ?? "" }
        Property(
            CenterMember.stateErrorKind,
            doc: """
                The kind of StateError: full, read-only, damaged or other; empty while StateStored is true. Since \
                version 3.
                """
        ) { (center: isolated Center) in center.keeper.trouble?.kind.rawValue ?? "" }
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
            Error (s), and since version 3 ErrorKind (s).
            """)
}
