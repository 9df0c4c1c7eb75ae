internal import DBus
public import NotificationCenter
internal import TodayModel

/// An App Group of a ``ScriptedCenter``.
struct ScriptedGroup {
    var values: [String: DBusValue]
    /// Who asked for all values, and so is told of changes.
    var followers: Set<BusName> = []
}

extension ScriptedCenter {
    /// Adds an App Group, or gives one other values without telling anybody.
    public func addGroup(_ name: String, _ values: [String: NCValue] = [:]) async throws {
        let path = TodayBus.path(ofGroup: name)
        let isNew = groups[path] == nil
        groups[path, default: ScriptedGroup(values: [:])].values = values.mapValues(\.groupValue)
        if isNew { try await connection.export(Self.group, of: self, at: path) }
    }

    /// Removes an App Group, as when the last definition goes that names it.
    public func removeGroup(_ name: String) async {
        let path = TodayBus.path(ofGroup: name)
        groups[path] = nil
        await connection.unexport(path)
    }

    /// The values of an App Group.
    public func values(ofGroup name: String) -> [String: NCValue] {
        (groups[TodayBus.path(ofGroup: name)]?.values ?? [:]).compactMapValues { NCValue($0) }
    }

    /// Changes values of an App Group as another program would, and tells those who follow it.
    public func change(group name: String, set values: [String: NCValue] = [:], remove keys: [String] = []) async throws
    {
        try await change(TodayBus.path(ofGroup: name), values.mapValues(\.groupValue), keys)
    }

    private func change(_ path: ObjectPath, _ values: [String: DBusValue], _ keys: [String]) async throws {
        guard var group = groups[path] else { return }
        let changed = values.filter { group.values[$0.key] != $0.value }
        let removed = Set(keys).filter { group.values[$0] != nil }.sorted()
        if changed.isEmpty, removed.isEmpty { return }
        group.values.merge(changed) { $1 }
        for key in removed { group.values[key] = nil }
        groups[path] = group
        for follower in group.followers {
            try await connection.emit(
                path, TodayBus.group, GroupMember.changed, to: follower, changed, removed)
        }
    }

    private static let group = Interface<ScriptedCenter>(TodayBus.group) {
        Method(GroupMember.get) {
            (it: isolated ScriptedCenter, call: MethodCall, key: String) throws -> DBusValue in
            guard let value = it.groups[call.path]?.values[key] else {
                throw CenterError(.unknownKey, "there is no key \(key.debugDescription)")
            }
            return value
        }
        Method(GroupMember.getAll) {
            (it: isolated ScriptedCenter, call: MethodCall) throws -> [String: DBusValue] in
            try it.refuseIfTold()
            if let sender = call.sender { it.groups[call.path]?.followers.insert(sender) }
            return it.groups[call.path]?.values ?? [:]
        }
        Method.async(GroupMember.set) {
            (it: isolated ScriptedCenter, call: MethodCall, values: [String: DBusValue]) async throws in
            try it.refuseIfTold()
            try await it.change(call.path, values, [])
        }
        Method.async(GroupMember.remove) {
            (it: isolated ScriptedCenter, call: MethodCall, keys: [String]) async throws in
            try it.refuseIfTold()
            try await it.change(call.path, [:], keys)
        }
    }
}
