internal import DBus
internal import TodayModel

/// The members that the center's interface and the interface for apps share.
extension CenterContract {
    static let registerWidget = Method<Center>.later(
        "RegisterWidget", in: ["identifier", "definition"], out: ["widget"],
        doc: """
            Adds or redefines a widget. Keys of definition: Name, Description, Icon, ContainingApp, BusName, Exec \
            (s), ObjectPath (o), UpdateInterval (u, seconds), LargestDisplayMode (s), PreferredContentSize (dd), \
            MemoryMax (t), AppGroups (as), Arranged, HasContent, Transient, Instances (b), SettingsSchema (aa{sv}), \
            since version 3 Sizes (as), Category (s) and Sample ((sa{sv}av), or s with JSON), and every key of \
            UpdateWidget. \
            ObjectPath without BusName and Exec is an object of the calling connection. \
            Icon is the plain name of an icon, or an absolute path unless the app runs in a sandbox. \
            An app in a sandbox says ContainingApp, and names only what is its own, and no Exec; its share is \
            WidgetsPerApp, ContentBytesPerApp and GroupsPerApp of Limits. When there are as many widgets as Limits \
            says, a registered one gives way to one that is installed. Errors: InvalidIdentifier, InvalidDefinition, \
            AlreadyRegistered, LimitExceeded, NotAuthorized.
            """
    ) {
        (
            center: isolated Center, call: MethodCall, reply: DeferredReply<ObjectPath>, identifier: String,
            definition: BoundedVardict
        ) in
        try center.registerWidget(identifier, definition.values(.invalidDefinition), by: call, reply)
    }

    static let unregisterWidget = Method<Center>.later(
        "UnregisterWidget", in: ["identifier"],
        doc: """
            Removes a widget that was registered at run time, with all that it brought but for its place. Errors: \
            UnknownWidget, NotSupported for a manifest's.
            """
    ) { (center: isolated Center, call: MethodCall, reply: DeferredReply<>, identifier: String) in
        _ = try center.caller(of: call, about: identifier)
        try center.unregisterWidget(identifier)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let updateWidget = Method<Center>.later(
        "UpdateWidget", in: ["identifier", "changes"], out: ["revision"],
        doc: """
            Changes what a widget shows; an absent key keeps. Keys: Content ((sa{sv}av), or s with JSON), HasContent \
            (b), PreferredContentSize (dd), LargestDisplayMode, DisplayMode (s), MarginInsets (dddd), NextUpdate \
            (t, 0 clears), Error (s), and since version 3 ErrorKind (s, app or unreachable, with Error only), Attention \
            (s), Badge (u) and UpdatedAt (t, with Content only). All or nothing. Badge without Attention sets it to badge, \
            or to none if it is 0. Content clears Error unless Error comes with it; identical \
            content makes no revision, but moves UpdatedAt. Over the rate of Limits it is checked at once, and \
            applied together with others within 1 s; the reply comes when it is applied. One that is refused counts \
            too; after PushBurst of them as many are looked at as the rate says, the others fail with LimitExceeded. \
            Errors: UnknownWidget, InvalidContent with the place of the fault, LimitExceeded.
            """
    ) {
        (
            center: isolated Center, call: MethodCall, reply: DeferredReply<UInt64>, identifier: String,
            changes: BoundedVardict
        ) in
        let caller = try center.caller(of: call, about: identifier)
        let values = try changes.values(.invalidContent)
        try center.registry.find(identifier).receiveAnswers(before: call, center)
        try center.updateWidget(identifier, values, isSandboxed: caller.isSandboxed) { result in
            switch result {
            case .success(let revision): reply.send(revision)
            case .failure(let error): reply.send(error: error)
            }
        }
    }

    static let setHasContent = Method<Center>.later(
        "SetHasContent", in: ["identifier", "has_content"],
        doc: """
            Hides a widget that has nothing to show, or shows it again. Works without its provider. A change counts as \
            a push, and replies when it is applied. The present value is not a change, and costs nothing.
            """
    ) { (center: isolated Center, call: MethodCall, reply: DeferredReply<>, identifier: String, hasContent: Bool) in
        _ = try center.caller(of: call, about: identifier)
        try center.registry.find(identifier).receiveAnswers(before: call, center)
        try center.setHasContent(identifier, hasContent) { result in
            switch result {
            case .success: reply.send()
            case .failure(let error): reply.send(error: error)
            }
        }
    }

    static let openURL = Method<Center>.async(
        "OpenURL", in: ["identifier", "url", "options"], out: ["opened"],
        doc: """
            Opens a URL for a widget: in its containing app if that handles the scheme, else as the desktop does. \
            Option: activation-token (s). True when somebody took it; answers within 20 s, and true while the user \
            is still choosing a program. The url is absolute, at most 2048 bytes long, not javascript: or data:, \
            and not file: where the caller or the widget's provider is sandboxed; what is within view-source: counts \
            as well. A caller's URLs are opened a few at a time, the others wait. Errors: InvalidURL, LimitExceeded \
            when too many wait, NotSupported when the Exec of the containing app has a field code in quotes.
            """
    ) { (center: isolated Center, call: MethodCall, identifier: String, url: String, options: [String: DBusValue]) in
        let caller = try center.caller(of: call, about: identifier)
        let party = caller.party(as: call.sender ?? .bus)
        return try await center.openURL(identifier, url, options, isSandboxed: caller.isSandboxed, for: party)
    }

    static let version = Property<Center>(
        "Version", .constant, doc: "Counts what was added to version 1 of this contract."
    ) {
        (_: isolated Center) in TodayBus.version
    }
}
