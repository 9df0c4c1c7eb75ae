internal import DBus
internal import TodayModel

/// Several instances of a widget, and the user's settings of each.
extension CenterContract {
    static let addInstance = Method<Center>.later(
        "AddInstance", in: ["identifier", "options"], out: ["instance"],
        doc: """
            Adds an instance of a widget whose Instances is true, and returns its identifier. That is the widget's \
            identifier, #, and a number that no instance of it had before. For identifier, pass that of the widget or \
            of any instance. An instance is like any other widget. It is arranged after the last instance, and its \
            provider's object is instance/NUMBER below that of the widget. Options: Settings (a{sv}), as in \
            SetSettings; since version 3 DryRun (b), to check everything and add nothing. Errors: UnknownWidget, \
            InvalidSetting, LimitExceeded, NotSupported for a widget without Instances. Since version 2.
            """
    ) {
        (
            center: isolated Center, _: MethodCall, reply: DeferredReply<String>, identifier: String,
            options: [String: DBusValue]
        ) in
        let instance = try center.addInstance(identifier, options)
        center.keeper.afterCommit(center) { reply.send(instance.rawValue) }
    }

    static let removeInstance = Method<Center>.later(
        "RemoveInstance", in: ["instance"],
        doc: """
            Removes an instance that AddInstance added. Since version 3, the center keeps its settings, options, mode, \
            content and place for RemovedUsec of Limits; see RestoreInstance. Errors: UnknownWidget, NotSupported for \
            the first instance. Since version 2.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifier: String) in
        try center.removeInstance(identifier)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let setSettings = Method<Center>.later(
        "SetSettings", in: ["identifier", "values"],
        doc: """
            Sets some settings of a widget, all or nothing; the others stay. An integer may have any integer type, a \
            number any numeric type. If a value changes, the center updates the widget with the reason settings. \
            Errors: UnknownWidget, InvalidSetting with the setting and the value. Since version 2.
            """
    ) {
        (
            center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifier: String,
            values: [String: DBusValue]
        ) in
        try center.setSettings(identifier, values)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let resetSettings = Method<Center>.later(
        "ResetSettings", in: ["identifier", "names"],
        doc: """
            Resets settings of a widget to their defaults; an empty array resets all. Errors: UnknownWidget, \
            InvalidSetting for an unknown name. Since version 2.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifier: String, names: [String]) in
        try center.resetSettings(identifier, names)
        center.keeper.afterCommit(center) { reply.send() }
    }
}
