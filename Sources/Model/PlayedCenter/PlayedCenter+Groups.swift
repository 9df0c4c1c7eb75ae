package import DBus
internal import TodayModel

/// An App Group of a ``PlayedCenter``.
struct PlayedGroup {
    var values: [String: DBusValue] = [:]
    /// The connections that have called `GetAll`, and get changes.
    var readers: Set<BusName> = []
}

extension PlayedCenter {
    /// Adds an App Group, or gives one other values without a signal.
    package func addGroup(_ name: String, _ values: [String: DBusValue] = [:]) async throws {
        let path = TodayBus.path(ofGroup: name)
        let isNew = groups[path] == nil
        groups[path, default: PlayedGroup()].values = values
        if isNew { try await connection.export(Self.group, of: self, at: path) }
    }

    /// Removes an App Group.
    package func removeGroup(_ name: String) async {
        let path = TodayBus.path(ofGroup: name)
        groups[path] = nil
        await connection.unexport(path)
    }

    /// The values of an App Group.
    package func values(ofGroup name: String) -> [String: DBusValue] {
        groups[TodayBus.path(ofGroup: name)]?.values ?? [:]
    }

    /// Changes values of an App Group, and emits those that are different now.
    package func change(group path: ObjectPath, set values: [String: DBusValue], remove keys: [String]) throws {
        guard var group = groups[path] else { return }
        let changed = values.filter { group.values[$0.key] != $0.value }
        let removed = Set(keys).filter { group.values[$0] != nil }.sorted()
        if changed.isEmpty, removed.isEmpty { return }
        group.values.merge(changed) { $1 }
        for key in removed { group.values[key] = nil }
        groups[path] = group
        for reader in group.readers {
            try connection.assumeIsolated {
                try $0.emit(Apps1GroupInterface.changed, at: path, to: reader, changed, removed)
            }
        }
    }

    private static let group = Interface<PlayedCenter>(TodayBus.group) {
        Method(GroupMember.get) { (it: isolated PlayedCenter, call: MethodCall, key: String) throws -> DBusValue in
            guard let value = it.groups[call.path]?.values[key] else {
                throw CenterError(.unknownKey, "key: \(key.debugDescription) doesn't exist")
            }
            return value
        }
        Method(GroupMember.getAll) { (it: isolated PlayedCenter, call: MethodCall) throws -> [String: DBusValue] in
            try it.throwRefusal(of: call.member)
            if let sender = call.sender { it.groups[call.path]?.readers.insert(sender) }
            return it.groups[call.path]?.values ?? [:]
        }
        Method(GroupMember.set) { (it: isolated PlayedCenter, call: MethodCall, values: [String: DBusValue]) throws in
            try it.throwRefusal(of: call.member)
            try it.change(group: call.path, set: values, remove: [])
        }
        Method(GroupMember.remove) { (it: isolated PlayedCenter, call: MethodCall, keys: [String]) throws in
            try it.throwRefusal(of: call.member)
            try it.change(group: call.path, set: [:], remove: keys)
        }
        Apps1GroupInterface.changed
    }
}
