internal import DBus
internal import TodayModel
internal import TodayProtocol

/// How many App Groups a sandboxed app may use.
extension Center {
    /// Checks that a sandboxed app may use the groups that a definition names, beside those that it uses already. One that
    /// nobody names any more counts as long as somebody listens to it.
    ///
    /// - Throws: ``CenterError`` `LimitExceeded`.
    func checkGroupShare(of record: WidgetRecord, _ app: SandboxedApp) throws(CenterError) {
        if record.definition.appGroups.isEmpty { return }
        var used = Set(record.definition.appGroups)
        for path in registry.index.widgets(ofApp: app.id) where path != record.path {
            used.formUnion(groupNames.groups(of: path))
        }
        for session in groups.values where !groupNames.contains(session.group) && app.owns(group: session.group) {
            used.insert(session.group)
        }
        guard used.count <= Limits.groupsPerApp else {
            throw CenterError(
                .limitExceeded,
                "AppGroups: \(record.definition.appGroups): the app \(app.id) would use \(used.count) App Groups, "
                    + "GroupsPerApp is \(Limits.groupsPerApp)")
        }
    }
}
