internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// Registrations that were kept from before, and those that are not answered yet.
extension Center {
    /// Brings back the widgets that were registered at run time; their apps are not connected yet.
    func restoreRegistrations() {
        for (identifier, definition) in registry.registrations {
            let app = registry.departed[identifier]?.sandboxedApp
            guard let kept = registry.recall(identifier, at: clock.wall(), of: app) else { continue }
            guard registry.count < Limits.widgets else {
                logger.warning("\(identifier): there are more than \(Limits.widgets) widgets")
                continue
            }
            var record = WidgetRecord(identifier, definition, source: .registered)
            record.restore(kept, isSnapshot: true)
            record.endpoint = kept.endpoint
            record.sandboxedApp = kept.sandboxedApp
            if case .callingConnection = record.provider { _ = record.setState(.unavailable) }
            do {
                try registry.checkProviderIsFree(record)
                try add(record, isUntried: nil)
            } catch {
                service.log(.warning, identifier, "the registration is dropped: \(error)")
            }
        }
        registry.settle(at: clock.wall())
    }

    /// Notes that `RegisterWidget` is being answered: its provider is not called before that. ``registrationAnswered(_:_:)``
    /// is to follow.
    func beginAnswering(_ path: ObjectPath) -> FirstAnswer<Void> {
        let answer = FirstAnswer<Void>()
        registry[path]?.registrations.append(answer)
        return answer
    }

    func registrationAnswered(_ path: ObjectPath, _ answer: FirstAnswer<Void>) {
        answer.settle(())
        guard let widget = registry[path] else { return }
        widget.registrations.removeAll { $0 === answer }
        reschedule(widget)
    }

    /// The connection that registered a widget has left.
    func registrantLeft(_ widget: HostedWidget) {
        if widget.record.definition.transient { return remove(widget, keeping: .everything) }
        change(widget) { record in
            record.registrant = nil
            guard case .callingConnection = record.provider else { return [] }
            return record.setState(.unavailable)
        }
        guard case .callingConnection = widget.record.provider else { return }
        if let session = widget.session { session.perform(session.life.ownerVanished(), self) }
        reschedule(widget)
    }
}
