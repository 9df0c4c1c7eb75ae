internal import DBus
internal import TodayModel

/// When a widget is updated at once.
extension HostedWidget {
    /// Has it updated. A run that is under way is joined.
    func update(_ reason: UpdateReason, waiter: RunAnswer?, _ host: isolated some UpdateHost) {
        guard run.join(waiter) else { return }
        // It is looked at again when the run has ended.
        host.reschedule(self)
        let run = UpdateRun(self, reason, host.service)
        Task { await run.perform(host) }
    }

    /// Has a provider that runs updated whose panels look otherwise than it was told last. One that is being updated is
    /// looked at again when that has ended.
    func followPanels(_ host: isolated some UpdateHost) {
        guard host.panels.isViewing, let session, case .ready = session.life.state,
            host.registry.contains(self), host.registry.isArranged(identifier), !run.isRunning,
            let told = session.toldLook, told != PanelLook(host.context(of: self, .context))
        else { return }
        // An update that is due tells it as well.
        if host.isDue(self) { return }
        update(.context, waiter: nil, host)
    }
}
