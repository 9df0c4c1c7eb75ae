internal import DBus
internal import TodayModel

/// An App Group of a ``StageCenter``.
struct StageGroup {
    var values: [String: DBusValue] = [:]
    /// Who asked for all values, and so is told of changes.
    var readers: Set<BusName> = []
}

extension StageCenter {
    /// Makes an App Group, which is empty.
    func addGroup(_ name: String) async throws {
        let path = TodayBus.path(ofGroup: name)
        if groups[path] != nil { return }
        groups[path] = StageGroup()
        try await connection.export(Self.group, of: self, at: path)
    }

    private static let group = Interface<StageCenter>(TodayBus.group) {
        Method(GroupMember.get) { (it: isolated StageCenter, call: MethodCall, key: String) throws -> DBusValue in
            guard let value = it.groups[call.path]?.values[key] else {
                throw CenterError(.unknownKey, "there is no key \(key.debugDescription)")
            }
            return value
        }
        Method(GroupMember.getAll) { (it: isolated StageCenter, call: MethodCall) -> [String: DBusValue] in
            if let sender = call.sender { it.groups[call.path]?.readers.insert(sender) }
            return it.groups[call.path]?.values ?? [:]
        }
        Method(GroupMember.set) { (it: isolated StageCenter, call: MethodCall, values: [String: DBusValue]) in
            it.groups[call.path]?.values.merge(values) { $1 }
            it.tellGroup(call.path, values, [])
        }
        Method(GroupMember.remove) { (it: isolated StageCenter, call: MethodCall, keys: [String]) in
            for key in keys { it.groups[call.path]?.values[key] = nil }
            it.tellGroup(call.path, [:], keys)
        }
    }

    private func tellGroup(_ path: ObjectPath, _ changed: [String: DBusValue], _ removed: [String]) {
        for reader in groups[path]?.readers ?? [] {
            connection.assumeIsolated {
                try? $0.emit(path, TodayBus.group, GroupMember.changed, to: reader, changed, removed)
            }
        }
    }
}
