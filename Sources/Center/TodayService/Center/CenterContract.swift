internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The contract of the service's objects, as introspection shows it: their members, and what the members do.
enum CenterContract {
    /// The interface of the center itself.
    static let center = Interface<Center>(
        TodayBus.center,
        documentation: """
            The center, which holds widgets and their content. Panels read them; apps and scripts change them. Times \
            are in microseconds since 1970. Unknown dictionary keys are ignored. Since version 1.
            """
    ) {
        registerWidget
        unregisterWidget
        updateWidget
        setHasContent
        Method<Center>.later(
            "PerformUpdate", in: ["identifier"], out: ["result"],
            doc: """
                Updates a widget now. Returns new-data, no-data or failed within 20 s. Concurrent callers share one \
                run. A failure of the provider is the result failed, never an error. Error: InvalidArgs if the calling \
                connection is answering this run.
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
                Reports a tap. The parameter has 0 or 1 values. Keys of platform_data: activation-token, \
                desktop-startup-id, node (s), revision (t). Replies when the provider has, within 20 s. The center \
                itself handles today.refresh and, if the widget can expand, today.toggle-display-mode. Error: \
                ActionFailed; the first line of its message is for the user. Since version 3, it has a second \
                argument, the kind (s): a word of the property ErrorKind, paused or unknown-action.
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
                Replaces Arrangement. Option: Expected (as): if it isn't the current Arrangement, nothing changes and \
                the error is Conflict. Errors: UnknownWidget, InvalidArgs for a duplicate identifier.
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
            doc: """
                Sets the display mode, compact or expanded, for all panels. Error: InvalidArgs for a mode above \
                LargestDisplayMode.
                """
        ) { (center: isolated Center, identifier: String, mode: String) in
            try center.setDisplayMode(identifier, mode)
        }
        Method(
            "BeginViewing", in: ["options"],
            doc: """
                Makes the calling connection a visible panel until it calls EndViewing or leaves the bus. Another call \
                replaces the options. Options: Name, Locale (s), ColorScheme (s, light or dark), CompactSize, \
                ExpandedSize (dd), ProposedMarginInsets (dddd). Since version 3: SmallSize (dd, the largest small \
                card) and Version (u, of the contract). Without SmallSize, a small card has half the width of \
                CompactSize, and its height.
                """
        ) { (center: isolated Center, call: MethodCall, options: [String: DBusValue]) throws -> Void in
            try center.beginViewing(by: call, options)
        }
        Method(
            "EndViewing",
            doc: """
                Hides the calling connection's panel. If it was the last visible one, Viewing becomes false after 1 s \
                unless another panel appears. Succeeds without BeginViewing.
                """
        ) { (center: isolated Center, call: MethodCall) -> Void in
            if let sender = call.sender { center.panels.end(sender, center) }
        }
        Method<Center>.async(
            "Explain", in: ["identifier"], out: ["explanation"],
            doc: """
                Returns why a widget is or isn't fresh. Keys: State, Reason, Message, LastResult, Error, Provider (s), \
                UpdatedAt, NextUpdate, MemoryBytes (t), Failures, UpdatesToday (u). Since version 3: ErrorKind (s), \
                RetryAt (t), Reasons (aa{sv}). Message is one sentence in English. Reason is the first that applies: \
                updating, no-content, not-arranged, no-provider, suspended, paused (since version 3), the failure of \
                the last run, hidden, interval, fresh. The failure is deadline, memory, or interval for any other \
                failure. Without a failure, interval means that the widget was never updated or is due, and waits for \
                its turn. NextUpdate is the time when it is due, or 0; in the background, the update may start a \
                little later. Failures is the number of failed updates in a row, or of crashes and missed deadlines if \
                that is larger. UpdatesToday is the number of runs that ended since midnight, including those before a \
                restart of the center. Reasons lists all reasons, the most important first, with Kind (s), At (t, 0 if \
                unknown) and Count (u). Kind is a word of Reason or ErrorKind, or pending, snapshot or \
                state-not-stored.
                """
        ) { (center: isolated Center, _: MethodCall, identifier: String) in
            try await center.explain(identifier, center.keeper.trouble)
        }
        .onlyReading
        Method<Center>.async(
            "GetSample", in: ["identifier"], out: ["content"],
            doc: """
                Returns sample content for a gallery, or empty content without a sample. Error: UnknownWidget. Since \
                version 3.
                """
        ) { (center: isolated Center, _: MethodCall, identifier: String) in
            try await center.sample(of: identifier)
        }
        .onlyReading

        version
        Property("Arrangement", doc: "The identifiers of all arranged widgets, in order, with or without content.") {
            (center: isolated Center) in center.registry.arrangement.map(\.rawValue)
        }
        Property("Today", doc: "The identifiers of the arranged widgets with content, in order. Panels show these.") {
            (center: isolated Center) in center.registry.today.map(\.rawValue)
        }
        Property("Viewing", doc: "Whether a panel is visible, or was within the last second.") {
            (center: isolated Center) in center.panels.isViewing
        }
        Property(
            CenterMember.stateStored,
            doc: """
                Whether all changes are on disk, or will be within 1 s. If the center can't write to disk, changes \
                still apply but are lost after a restart, and App Groups refuse them with NotStored. StateError has \
                the reason. When writing works again, the center writes everything. This property changes before the \
                reply to the call that found the failure.
                """
        ) { (center: isolated Center) in center.keeper.trouble == nil }
        Property(
            CenterMember.stateError,
            doc: "The reason why StateStored is false, as a sentence without a period; empty while it is true."
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
            An update has finished with the result new-data, no-data or failed. Details: Revision, DurationUsec (t), \
            Error (s). Since version 3: ErrorKind (s).
            """)
}
