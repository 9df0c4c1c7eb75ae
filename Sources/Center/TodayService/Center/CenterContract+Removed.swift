internal import DBus
internal import TodayModel

/// Instances that the user removed, and may bring back.
extension CenterContract {
    static let listRemoved = Method<Center>.later(
        "ListRemoved", in: [], out: ["removed"],
        doc: """
            Returns the removed instances that RestoreInstance brings back, the newest first, each with Identifier, Name, \
            Icon (s), RemovedAt and ExpiresAt (t). Since version 3.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<[[String: DBusValue]]>) in
        let removed = center.listRemoved().map(\.dictionary)
        center.keeper.afterCommit(center) { reply.send(removed) }
    }

    static let restoreInstance = Method<Center>.later(
        "RestoreInstance", in: ["instance"],
        doc: """
            Brings a removed instance back with its settings, options, mode and content. Revision rises by 1, and \
            IsSnapshot is true for content. It gets its old index in Arrangement, or the end. Errors: UnknownWidget for \
            one that is not in the list, LimitExceeded when it has no room, NotSupported when the definition of the \
            widget is gone. Since version 3.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, instance: String) in
        try center.restoreInstance(instance)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let deleteRemoved = Method<Center>.later(
        "DeleteRemoved", in: ["instances"],
        doc: """
            Deletes removed instances for good, all or nothing; without identifiers, all of them. Error: UnknownWidget for \
            one that is not in the list. Since version 3.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, instances: [String]) in
        try center.deleteRemoved(instances)
        center.keeper.afterCommit(center) { reply.send() }
    }
}
