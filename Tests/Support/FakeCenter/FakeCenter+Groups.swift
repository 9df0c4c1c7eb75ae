public import DBus
import TodayModel

extension FakeCenter {
    /// The interface of each App Group's object.
    static let group = Interface<FakeCenter>(TodayBus.group) {
        Method(GroupMember.get, in: ["key"], out: ["value"]) {
            (it: isolated FakeCenter, call: MethodCall, key: String) throws -> DBusValue in
            guard let value = it.groups[call.path]?[key] else {
                throw CenterError(.unknownKey, "key: there is no \(key.debugDescription)")
            }
            return value
        }
        Method(GroupMember.getAll, out: ["values"]) {
            (it: isolated FakeCenter, call: MethodCall) throws -> [String: DBusValue] in
            if let sender = call.sender { it.groupReaders[call.path, default: []].insert(sender) }
            return it.groups[call.path] ?? [:]
        }
        Method(GroupMember.set, in: ["values"]) {
            (it: isolated FakeCenter, call: MethodCall, values: [String: DBusValue]) throws in
            let changed = values.filter { it.groups[call.path]?[$0.key] != $0.value }
            try it.changeGroup(call.path, changed, [])
        }
        Method(GroupMember.remove, in: ["keys"]) {
            (it: isolated FakeCenter, call: MethodCall, keys: [String]) throws in
            try it.changeGroup(call.path, [:], keys.filter { it.groups[call.path]?[$0] != nil })
        }
        groupChanged
    }

    static let groupChanged = SignalDescription(
        TodayBus.group, GroupMember.changed, ["changed", "removed"], as: [String: DBusValue].self, [String].self)

    /// Makes an App Group with values.
    public func addGroup(_ name: String, _ values: [String: DBusValue] = [:]) async throws {
        let path = TodayBus.path(ofGroup: name)
        groups[path] = values
        try await connection.export(Self.group, of: self, at: path)
        try await connection.requestName(TodayBus.appsName, .doNotQueue)
    }

    /// The values of a group.
    public func values(ofGroup name: String) -> [String: DBusValue] { groups[TodayBus.path(ofGroup: name)] ?? [:] }

    private func changeGroup(_ path: ObjectPath, _ changed: [String: DBusValue], _ removed: [String]) throws {
        groups[path]?.merge(changed) { $1 }
        for key in removed { groups[path]?[key] = nil }
        if changed.isEmpty, removed.isEmpty { return }
        for reader in groupReaders[path] ?? [] {
            try connection.assumeIsolated { try $0.emit(Self.groupChanged, at: path, to: reader, changed, removed) }
        }
    }
}
