internal import DBus
internal import TodayModel

/// The user's options of each widget.
extension CenterContract {
    static let setOptions = Method<Center>.later(
        "SetOptions", in: ["identifier", "values"],
        doc: """
            Sets some options of a widget, all or nothing; the others stay. Unknown keys are ignored. Size (s) is one \
            of the widget's Sizes. UpdateInterval (u) is 60 to 604800 seconds, or 0 to update only while a panel is \
            visible. Paused (b) stops updates by interval, NextUpdate, a visible panel or a changed context. \
            PerformUpdate, taps and pushes still work. If Size changes, the center updates the widget with the reason \
            context. Errors: UnknownWidget, InvalidArgs. Since version 3.
            """
    ) {
        (
            center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifier: String,
            values: [String: DBusValue]
        ) in
        try center.setOptions(identifier, values)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let resetOptions = Method<Center>.later(
        "ResetOptions", in: ["identifier", "names"],
        doc: """
            Resets options of a widget to those of its definition; an empty array resets all. Unknown names are \
            ignored. Error: UnknownWidget. Since version 3.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, identifier: String, names: [String]) in
        try center.resetOptions(identifier, names)
        center.keeper.afterCommit(center) { reply.send() }
    }
}
