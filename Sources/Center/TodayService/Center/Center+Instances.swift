internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// Several instances of a widget. Each is a widget like any other, and is added, removed and redefined with the first
/// one.
extension Center {
    /// Adds an instance of a widget, with a number that none of its instances had before.
    ///
    /// - Parameter text: the identifier of any of its instances.
    /// - Returns: the identifier of the new one.
    func addInstance(_ text: String, _ options: [String: DBusValue]) throws -> WidgetIdentifier {
        let first = try registry.firstInstance(try registry.find(text))
        let (identifier, definition) = (first.identifier, first.record.definition)
        guard definition.instances else {
            throw RemoteError(.notSupported, "identifier: \(identifier) can be there only once, as it has no Instances")
        }
        let count = registry.instances(of: identifier).count + 1
        guard count < Limits.instancesPerWidget, first.record.lastInstance < WidgetIdentifier.greatestInstance else {
            throw CenterError(
                .limitExceeded,
                "identifier: \(identifier) has \(count) instances, InstancesPerWidget is \(Limits.instancesPerWidget)")
        }
        if registry.count >= Limits.widgets { throw registry.isFull }
        let number = first.record.lastInstance + 1
        var record = first.record.instance(number)
        do {
            let settings = try VardictReader(options).vardict("Settings") ?? [:]
            _ = record.setSettings(try definition.settingsSchema.check(settings, beside: [:]))
        } catch {
            throw CenterError(.invalidSetting, "\(error)")
        }
        try registry.checkProviderIsFree(record)
        try registry.checkTotalSize(definition.changes.content, of: record.sandboxedApp, for: record.path)
        _ = try record.accept(definition.changes, from: .definition, at: service.clock.wall())
        change(first) { first in
            first.lastInstance = number
            return []
        }
        registry.place(record.identifier)
        try add(record, isUntried: true)
        return record.identifier
    }

    /// Removes an instance and everything stored about it.
    func removeInstance(_ text: String) throws {
        let widget = try registry.find(text)
        guard widget.identifier.instance > 1 else {
            throw RemoteError(
                .notSupported,
                "identifier: \(widget.identifier) is the first instance, which is there as long as the widget; Arrange "
                    + "takes it out of sight")
        }
        remove(widget, keeping: .nothing)
    }

    /// Restores the remembered other instances of a widget that was added.
    ///
    /// - Parameter isSnapshot: whether the service has just started and their content isn't confirmed yet.
    func addInstances(of first: HostedWidget, isSnapshot: Bool) {
        guard first.identifier.instance == 1, first.record.definition.instances else { return }
        let app = first.record.sandboxedApp
        for identifier in registry.departedInstances(of: first.identifier) where registry[identifier] == nil {
            guard registry.count < Limits.widgets else {
                return service.log(.warning, identifier, "it has no room, as Widgets is \(Limits.widgets)")
            }
            guard let kept = registry.recall(identifier, at: service.clock.wall(), of: app) else { continue }
            var record = first.record.instance(identifier.instance)
            record.restore(kept, isSnapshot: isSnapshot)
            do {
                try registry.checkProviderIsFree(record)
                if first.record.lastInstance < identifier.instance {
                    change(first) { first in
                        first.lastInstance = identifier.instance
                        return []
                    }
                }
                try add(record, isUntried: nil)
            } catch {
                service.log(.warning, identifier, "the instance is not there: \(error)")
            }
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
                service.log(.warning, widget.identifier, "the instance goes: \(error)")
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
    fileprivate func instance(_ number: Int) -> WidgetRecord {
        var record = WidgetRecord(identifier.instance(number), definition, source: source)
        (record.registrant, record.endpoint, record.sandboxedApp) = (registrant, endpoint, sandboxedApp)
        if case .callingConnection = provider, registrant == nil { _ = record.setState(.unavailable) }
        return record
    }
}
