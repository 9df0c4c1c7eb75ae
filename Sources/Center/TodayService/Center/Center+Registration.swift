internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// Registrations that are not answered yet, and apps that leave.
extension Center {
    /// Notes that `RegisterWidget` is being answered: its provider is not called before that. ``registrationAnswered(_:_:)``
    /// is to follow.
    func beginAnswering(_ path: ObjectPath) -> FirstAnswer<Void> {
        let answer = FirstAnswer<Void>()
        for widget in registry.allInstances(at: path) { widget.registrations.append(answer) }
        return answer
    }

    func registrationAnswered(_ path: ObjectPath, _ answer: FirstAnswer<Void>) {
        answer.settle(())
        for widget in registry.allInstances(at: path) {
            widget.registrations.removeAll { $0 === answer }
            reschedule(widget)
        }
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
