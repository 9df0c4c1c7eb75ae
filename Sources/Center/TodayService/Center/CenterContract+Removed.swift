internal import DBus
internal import TodayModel

/// Instances that the user removed, and may bring back.
extension CenterContract {
    static let listRemoved = Method<Center>.later(
        "ListRemoved", in: [], out: ["removed"],
        doc: """
            Returns the removed instances that RestoreInstance can bring back, newest first. Keys: Identifier, Name, \
            Icon (s), RemovedAt, ExpiresAt (t). Since version 3.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<[[String: DBusValue]]>) in
        let removed = center.listRemoved().map(\.dictionary)
        center.keeper.afterCommit(center) { reply.send(removed) }
    }

    static let restoreInstance = Method<Center>.later(
        "RestoreInstance", in: ["instance"],
        doc: """
            Brings back a removed instance with its settings, options, mode and content. Revision rises by 1. If it \
            has content, IsSnapshot is true. It returns to its old index in Arrangement, or to the end. Errors: \
            UnknownWidget if it isn't in the list, LimitExceeded if it no longer fits, NotSupported if its widget is \
            gone or no longer has Instances. Since version 3.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, instance: String) in
        try center.restoreInstance(instance)
        center.keeper.afterCommit(center) { reply.send() }
    }

    static let deleteRemoved = Method<Center>.later(
        "DeleteRemoved", in: ["instances"],
        doc: """
            Deletes removed instances for good, all or nothing. An empty array deletes all removed instances. Error: \
            UnknownWidget for an instance that isn't in the list. Since version 3.
            """
    ) { (center: isolated Center, _: MethodCall, reply: DeferredReply<>, instances: [String]) in
        try center.deleteRemoved(instances)
        center.keeper.afterCommit(center) { reply.send() }
    }
}
