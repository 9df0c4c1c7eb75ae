internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// Registrations without a reply yet, and apps that leave.
extension Center {
    /// Records that `RegisterWidget` is being answered: its provider isn't called before that. Call
    /// ``registrationAnswered(_:_:)`` afterwards.
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

    /// Handles the departure of the connection that registered a widget.
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
