internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// Several instances of a widget. Each is a widget like any other, and is added, removed and redefined with the first
/// one.
extension Center {
    /// Adds an instance of a widget, with a number that none of its instances had before.
    ///
    /// - Parameters:
    ///   - text: the identifier of any of its instances.
    ///   - options: its settings, and whether to check everything and add nothing.
    /// - Returns: the identifier of the new one.
    func addInstance(_ text: String, _ options: [String: DBusValue]) throws -> WidgetIdentifier {
        let first = try registry.firstInstance(try registry.find(text))
        let (identifier, definition) = (first.identifier, first.record.definition)
        guard definition.instances else {
            throw RemoteError(.notSupported, "identifier: \(identifier) has no Instances, so it can't be added again")
        }
        let reader = VardictReader(options)
        let isDryRun: Bool
        do { isDryRun = try reader.boolean("DryRun") ?? false } catch {
            throw RemoteError(.invalidArgs, "options: \(error)")
        }
        try checkRoom(forInstanceOf: first)
        let number = first.record.lastInstance + 1
        guard number <= WidgetIdentifier.greatestInstance else {
            throw CenterError(.limitExceeded, "identifier: \(identifier) has no instance number left")
        }
        var record = first.record.instance(number)
        do {
            let settings = try reader.vardict("Settings") ?? [:]
            _ = record.setSettings(try definition.settingsSchema.check(settings, beside: [:]))
        } catch {
            throw CenterError(.invalidSetting, "\(error)")
        }
        try registry.checkProviderIsFree(record)
        try registry.checkTotalSize(definition.changes.content, of: record.sandboxedApp, for: record.path)
        _ = try record.accept(definition.changes, from: .definition, at: service.clock.wall())
        if isDryRun { return record.identifier }
        change(first) { first in
            first.lastInstance = number
            return []
        }
        registry.place(record.identifier)
        try add(record, isUntried: true)
        return record.identifier
    }

    /// Checks that another instance of a widget has room.
    ///
    /// - Throws: ``CenterError`` `LimitExceeded`.
    func checkRoom(forInstanceOf first: HostedWidget) throws(CenterError) {
        let count = registry.instances(of: first.identifier).count + 1
        guard count < Limits.instancesPerWidget else {
            throw CenterError(
                .limitExceeded,
                "identifier: \(first.identifier) has \(count) instances, InstancesPerWidget is "
                    + "\(Limits.instancesPerWidget)")
        }
        if registry.count >= Limits.widgets { throw registry.isFull }
    }

    /// Restores the remembered other instances of a widget that was added.
    ///
    /// - Parameter isSnapshot: whether the service has just started and their content isn't confirmed yet.
    func addInstances(of first: HostedWidget, isSnapshot: Bool) {
        guard first.identifier.instance == 1, first.record.definition.instances else { return }
        let app = first.record.sandboxedApp
        raiseLastInstance(of: first, to: registry.removed.lastInstance(of: first.identifier))
        for identifier in registry.departedInstances(of: first.identifier) where registry[identifier] == nil {
            guard registry.count < Limits.widgets else {
                return service.log(.warning, identifier, "not added, because Widgets is \(Limits.widgets)")
            }
            guard let kept = registry.recall(identifier, at: service.clock.wall(), of: app) else { continue }
            var record = first.record.instance(identifier.instance)
            record.restore(kept, isSnapshot: isSnapshot)
            do {
                try registry.checkProviderIsFree(record)
                raiseLastInstance(of: first, to: identifier.instance)
                try add(record, isUntried: nil)
            } catch {
                service.log(.warning, identifier, "the instance can't be restored: \(error)")
            }
        }
    }

    /// Makes sure that no new instance of a widget gets a number up to this one.
    private func raiseLastInstance(of first: HostedWidget, to number: Int) {
        if first.record.lastInstance >= number { return }
        change(first) { first in
            first.lastInstance = number
            return []
        }
    }

    /// Updates the other instances of a widget after it was redefined.
    func redefineInstances(of first: HostedWidget) {
        guard first.identifier.instance == 1 else { return }
        for widget in registry.instances(of: first.identifier) {
            let record = first.record.instance(widget.identifier.instance)
            do {
                guard record.definition.instances else { return removeInstances(of: first, keeping: .everything) }
                try registry.checkProviderIsFree(record)
                try redefine(widget, as: record, nil)
            } catch {
                service.log(.warning, widget.identifier, "the instance is removed: \(error)")
                remove(widget, keeping: .everything)
            }
        }
        addInstances(of: first, isSnapshot: false)
    }

    /// Removes the other instances of a widget that is being removed.
    func removeInstances(of first: HostedWidget, keeping memory: WidgetMemory) {
        guard first.identifier.instance == 1 else { return }
        for widget in registry.instances(of: first.identifier) { remove(widget, keeping: memory) }
    }
}

extension Registry {
    /// The first instance of a widget.
    ///
    /// - Throws: ``CenterError`` `UnknownWidget`.
    fileprivate func firstInstance(_ widget: HostedWidget) throws(CenterError) -> HostedWidget {
        widget.identifier.instance == 1 ? widget : try find(widget.identifier.widget.rawValue)
    }
}

extension WidgetRecord {
    /// Returns another instance of the same widget, without any state.
    func instance(_ number: Int) -> WidgetRecord {
        var record = WidgetRecord(identifier.instance(number), definition, source: source)
        (record.registrant, record.endpoint, record.sandboxedApp) = (registrant, endpoint, sandboxedApp)
        if case .callingConnection = provider, registrant == nil { _ = record.setState(.unavailable) }
        return record
    }
}
