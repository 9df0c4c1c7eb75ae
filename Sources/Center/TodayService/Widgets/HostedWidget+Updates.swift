internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// Immediate updates of a widget.
extension HostedWidget {
    /// Updates the widget, or joins a run that is in progress.
    func update(_ reason: UpdateReason, waiter: RunAnswer?, _ center: isolated Center) {
        guard run.join(waiter) else { return }
        // It is rescheduled again when the run has ended.
        center.reschedule(self)
        let run = UpdateRun(self, reason, center.service)
        Task { await run.perform(center) }
    }

    /// Updates a running provider if the context of the panels differs from the last reported one. If an update is in
    /// progress, this is checked again when it has ended.
    func followPanels(_ center: isolated Center) {
        guard center.panels.isViewing, let session, case .ready = session.life.state,
            center.registry.contains(self), center.registry.isArranged(identifier), !run.isRunning,
            !record.options.isPaused,
            let reported = session.reportedContext, reported != FollowedContext(center.context(of: self, .context))
        else { return }
        // An update that is due reports it as well.
        if center.isDue(self) { return }
        update(.context, waiter: nil, center)
    }
}
