internal import DBus
internal import TodayModel

extension AppGroups {
    /// The interface of every App Group's object; the path identifies the group.
    static let interface = Interface<AppGroups>(
        TodayBus.group,
        documentation: """
            The store that an app and its widgets share: values by key. It exists while the definition of a widget names \
            the group in AppGroups; the values stay when it goes. A value is of any basic type but h, or an array or a \
            dictionary of such, whose elements may be variants; there are no structs. A value counts its strings in \
            UTF-8, its numbers in their D-Bus size, and one byte for each element of a container: at most \
            GroupValueBytes of the center's Limits. All values with their keys, and one byte for each, are at most \
            GroupBytes. A key has at most StringBytes. Since version 1.
            """
    ) {
        Method<AppGroups>.later(
            GroupMember.get, in: ["key"], out: ["value"], doc: "The value of a key. Error: UnknownKey."
        ) { (groups: isolated AppGroups, call: MethodCall, reply: DeferredReply<DBusValue>, key: GroupKey) in
            try groups.ask(.get(key), call) { answer in
                guard case .value(let value) = answer else { return }
                reply.send(try value.value)
            } refuse: {
                reply.send(error: $0)
            }
        }
        Method<AppGroups>.later(
            GroupMember.getAll, out: ["values"],
            doc: "All values. From then on the calling connection gets Changed, until it leaves the bus."
        ) { (groups: isolated AppGroups, call: MethodCall, reply: DeferredReply<[GroupKey: DBusValue]>) in
            try groups.ask(.getAll, call) { answer in
                guard case .values(let values) = answer else { return }
                reply.send(try values.mapValues { try $0.value })
            } refuse: {
                reply.send(error: $0)
            }
        }
        Method<AppGroups>.later(
            GroupMember.set, in: ["values"],
            doc: """
                Sets values, all or nothing, and answers when they are on disk. Equal values change nothing, and make no \
                signal. Errors: InvalidArgs for a value of another type, LimitExceeded; both name the key. NotStored \
                where the disk cannot be written; its message says why.
                """
        ) { (groups: isolated AppGroups, call: MethodCall, reply: DeferredReply<>, values: [GroupKey: DBusValue]) in
            try groups.ask(.set(values), call) { _ in
                reply.send()
            } refuse: {
                reply.send(error: $0)
            }
        }
        Method<AppGroups>.later(
            GroupMember.remove, in: ["keys"],
            doc: """
                Removes values, all or nothing, and answers when that is on disk. Keys that are not there change nothing. \
                Error: NotStored where the disk cannot be written.
                """
        ) { (groups: isolated AppGroups, call: MethodCall, reply: DeferredReply<>, keys: [GroupKey]) in
            try groups.ask(.remove(keys), call) { _ in
                reply.send()
            } refuse: {
                reply.send(error: $0)
            }
        }

        changed
    }

    static let changed = SignalDescription(
        TodayBus.group, GroupMember.changed, ["changed", "removed"], as: [GroupKey: DBusValue].self, [GroupKey].self,
        doc: "Values are different now. Sent to every connection that called GetAll, and to no other.")
}
