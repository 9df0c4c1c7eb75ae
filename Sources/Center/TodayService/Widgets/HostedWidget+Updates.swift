internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// When a widget is updated at once.
extension HostedWidget {
    /// Has it updated. A run that is under way is joined.
    func update(_ reason: UpdateReason, waiter: RunAnswer?, _ center: isolated Center) {
        guard run.join(waiter) else { return }
        // It is looked at again when the run has ended.
        center.reschedule(self)
        let run = UpdateRun(self, reason, center.service)
        Task { await run.perform(center) }
    }

    /// Has a provider that runs updated whose panels look otherwise than it was told last. One that is being updated is
    /// looked at again when that has ended.
    func followPanels(_ center: isolated Center) {
        guard center.panels.isViewing, let session, case .ready = session.life.state,
            center.registry.contains(self), center.registry.isArranged(identifier), !run.isRunning,
            let told = session.reportedLook, told != PanelLook(center.context(of: self, .context))
        else { return }
        // An update that is due tells it as well.
        if center.isDue(self) { return }
        update(.context, waiter: nil, center)
    }
}
