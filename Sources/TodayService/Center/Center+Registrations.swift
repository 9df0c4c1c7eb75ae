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

    /// Waits until the registrations of a widget are answered.
    func waitForAnswer(_ widget: HostedWidget) async {
        for answer in widget.registrations { await answer.value }
    }
}
