internal import DBus
internal import TodayModel

/// Several instances of a widget, and the user's settings of each.
extension CenterContract {
    static let addInstance = Method<Center>.later(
        "AddInstance", in: ["identifier", "options"], out: ["instance"],
        doc: """
            Adds a widget once more, for one whose Instances is true. Returns the identifier of the new instance, that of \
            the widget with # and a number behind it that no instance of it had before. It is a widget like any other, \
            arranged behind the last instance, and provided by the object instance/ and the number below the provider's. \
            identifier is that of the widget or of any of its instances. Options: Settings (a{sv}), as SetSettings takes \
            them; since version 3 DryRun (b): everything is checked, and nothing added. Errors: UnknownWidget, InvalidSetting, LimitExceeded, NotSupported for a widget that can be there only \
            once. Since version 2.
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
            content and place for RemovedUsec of Limits; see RestoreInstance. Errors: UnknownWidget, NotSupported for the \
            first instance. Since version 2.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifier: String) in
        try center.removeInstance(identifier)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let setSettings = Method<Center>.later(
        "SetSettings", in: ["identifier", "values"],
        doc: """
            Sets some of a widget's settings, all or nothing; the others stay. Any integer type serves for an integer, any \
            number for a number. When that changes any, its provider is updated with the reason settings. Errors: \
            UnknownWidget, InvalidSetting, which names the setting and the value. Since version 2.
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
            Takes settings of a widget back to their defaults; no names are all. Errors: UnknownWidget, InvalidSetting for \
            a name that the widget does not have. Since version 2.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifier: String, names: [String]) in
        try center.resetSettings(identifier, names)
        center.keeper.afterCommit(center) { reply.send() }
    }
}
