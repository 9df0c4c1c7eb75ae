internal import DBus
internal import TodayModel

/// The members that the center's interface and the interface for apps share.
extension CenterContract {
    static let registerWidget = Method<Center>.later(
        "RegisterWidget", in: ["identifier", "definition"], out: ["widget"],
        doc: """
            Registers a widget, or replaces its definition. Keys of definition: Name, Description, Icon, \
            ContainingApp, BusName, Exec, LargestDisplayMode (s), ObjectPath (o), UpdateInterval (u, in seconds), \
            PreferredContentSize (dd), MemoryMax (t), AppGroups (as). Also: Arranged, HasContent, Transient, Instances \
            (b), SettingsSchema (aa{sv}), and every key of UpdateWidget. Since version 3: Sizes (as), Category (s), \
            and Sample ((sa{sv}av), or s with JSON). ObjectPath without BusName and Exec is an object of the calling \
            connection. Icon is the plain name of an icon, or an absolute path unless the app is sandboxed. A \
            sandboxed app must set ContainingApp to itself, may use only its own BusName and AppGroups, and can't set \
            Exec. Its limits are WidgetsPerApp, ContentBytesPerApp and GroupsPerApp. When the limit Widgets is \
            reached, an installed widget replaces a registered one. Errors: InvalidIdentifier, InvalidDefinition, \
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
            Removes a registered widget and everything it added. The center remembers its place. Errors: \
            UnknownWidget, NotSupported for a widget from a manifest.
            """
    ) { (center: isolated Center, call: MethodCall, reply: DeferredReply<>, identifier: String) in
        _ = try center.caller(of: call, about: identifier)
        try center.unregisterWidget(identifier)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let updateWidget = Method<Center>.later(
        "UpdateWidget", in: ["identifier", "changes"], out: ["revision"],
        doc: """
            Changes what a widget shows. Absent keys keep their values; if one key is invalid, nothing changes. Keys: \
            Content ((sa{sv}av), or s with JSON), HasContent (b), PreferredContentSize (dd), LargestDisplayMode, \
            DisplayMode (s), MarginInsets (dddd), NextUpdate (t, 0 clears), Error (s). Since version 3: ErrorKind (s, \
            app or unreachable, with Error only), Attention (s), Badge (u), UpdatedAt (t, with Content only). Badge \
            without Attention sets Attention to badge, or to none if Badge is 0. Content clears Error unless both are \
            set. Identical content changes UpdatedAt but not Revision. The center checks a push over the rate in \
            Limits at once, and applies it together with others within 1 s. It then replies. Refused pushes use up the \
            rate too. After PushBurst of them, the center checks pushes only at that rate; the others fail with \
            LimitExceeded. Errors: UnknownWidget, InvalidContent with the path of the fault, LimitExceeded.
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
            Hides a widget that has nothing to show, or shows it again. The provider doesn't have to be running. A \
            change is a push: the reply follows when the center has applied it. Setting the current value isn't a push \
            and changes nothing.
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
            Opens a URL for a widget: in its containing app if that handles the scheme, otherwise as the desktop does. \
            Option: activation-token (s). Replies within 20 s: true if a program took the URL or the user is still \
            choosing one. The URL must be absolute, at most 2048 bytes long, and not javascript: or data:. If the \
            caller or the widget's provider is sandboxed, file: is refused too. The same rules apply to the URL inside \
            view-source:. The center opens a few URLs of one caller at a time; the others wait. Errors: InvalidURL; \
            LimitExceeded if too many wait; NotSupported if Exec of the containing app has a field code in quotes.
            """
    ) { (center: isolated Center, call: MethodCall, identifier: String, url: String, options: [String: DBusValue]) in
        let caller = try center.caller(of: call, about: identifier)
        let party = caller.party(as: call.sender ?? .bus)
        return try await center.openURL(identifier, url, options, isSandboxed: caller.isSandboxed, for: party)
    }

    static let version = Property<Center>(
        "Version", .constant, doc: "The version of this contract. It rises by one when members or keys are added."
    ) {
        (_: isolated Center) in TodayBus.version
    }
}
