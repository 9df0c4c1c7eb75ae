internal import DBus
internal import TodayModel

extension AppGroups {
    /// The interface of every App Group's object; the path identifies the group.
    static let interface = Interface<AppGroups>(
        TodayBus.group,
        documentation: """
            A key-value store that an app and its widgets share. The object exists while a definition names the group \
            in AppGroups; the values stay afterwards. A value has any basic type but h, or is an array or dictionary \
            of such types. Its elements may be variants, but not structs. The size of a value is its strings in UTF-8, \
            its numbers in their D-Bus size, and one byte for each element of a container. It is at most \
            GroupValueBytes of the center's Limits. All values with their keys, and one byte for each, are at most \
            GroupBytes. A key has at most StringBytes. Since version 1.
            """
    ) {
        Method<AppGroups>.later(
            GroupMember.get, in: ["key"], out: ["value"], doc: "Returns the value of a key. Error: UnknownKey."
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
            doc: "Returns all values. The calling connection then receives Changed until it leaves the bus."
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
                Sets values, all or nothing, and replies when they are on disk. Equal values change nothing and emit \
                no signal. Errors: InvalidArgs for an unsupported type and LimitExceeded, both with the key. NotStored \
                if the center can't write to disk, with the reason.
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
                Removes values, all or nothing, and replies when the change is on disk. Unknown keys are ignored. \
                Error: NotStored if the center can't write to disk.
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
        doc: "Values have changed. Sent only to connections that called GetAll.")
}
