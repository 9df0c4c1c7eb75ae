internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// Instances that the user removed, and may bring back.
extension Center {
    /// Removes an instance. It can be restored until it expires.
    func removeInstance(_ text: String) throws {
        let widget = try registry.find(text)
        guard widget.identifier.instance > 1 else {
            throw RemoteError(
                .notSupported,
                "identifier: \(widget.identifier) is the first instance, which can't be removed; use Arrange to hide it"
            )
        }
        // Held pushes are part of what is kept.
        widget.releasePushes(self)
        let removal = StoredWidget.Removal(
            name: widget.record.name, icon: widget.record.icon,
            index: registry.arrangement.firstIndex(of: widget.identifier))
        remove(widget, keeping: .removal(removal))
    }

    /// Returns the removed instances, the newest first.
    func listRemoved() -> [RemovedInstance] {
        forgetExpired()
        return registry.removed.list
    }

    /// Adds a removed instance with everything that it had.
    func restoreInstance(_ text: String) throws {
        forgetExpired()
        let identifier = try registry.findRemoved(text, in: "instance")
        guard let kept = registry.removed[identifier] else { return }
        guard let first = registry[identifier.widget], first.record.definition.instances else {
            throw RemoteError(.notSupported, "instance: the definition of \(identifier) no longer exists")
        }
        try checkRoom(forInstanceOf: first)
        var record = first.record.instance(identifier.instance)
        record.restore(kept, isSnapshot: true)
        try registry.checkProviderIsFree(record)
        try registry.checkTotalSize(bytes: record.byteCount, of: record.sandboxedApp, for: record.path)
        registry.takeBack(identifier)
        try add(record, isUntried: nil)
    }

    /// Deletes removed instances, all or none; an empty list deletes all.
    func deleteRemoved(_ texts: [String]) throws {
        forgetExpired()
        var identifiers: [WidgetIdentifier] = []
        for text in texts { identifiers.append(try registry.findRemoved(text, in: "instances")) }
        registry.forgetRemoved(texts.isEmpty ? Array(registry.removed.kept.keys) : identifiers)
        keeper.changed(self)
    }

    private func forgetExpired() {
        registry.forgetRemoved(expiredAt: clock.wall())
        keeper.changed(self)
    }
}
