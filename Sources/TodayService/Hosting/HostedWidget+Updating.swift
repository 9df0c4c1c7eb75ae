internal import DBus
internal import TodayModel

/// When a widget is updated at once, and who may ask for that.
extension HostedWidget {
    /// Keeps a provider from waiting for itself: it may not ask for the run that it is answering.
    ///
    /// - Throws: `InvalidArgs` when it asks over the connection that is called. One that asks over another connection is
    ///   found out a moment later, and gets that as its answer.
    func refuseProvider(_ caller: BusName, _ answer: RunAnswer, _ host: isolated some UpdateHost) throws {
        guard let session else { return }
        let refusal = RemoteError(
            .invalidArgs, "identifier: \(identifier) is being updated by the caller, which would wait for itself"
        )
        if session.life.owner == caller { throw refusal }
        // Many calls of one caller ask the same.
        if ownRunQuestions[caller]?.append(answer) != nil { return }
        ownRunQuestions[caller] = [answer]
        Task {
            let isOwn = await session.isProvided(by: caller, host)
            let answers = ownRunQuestions.removeValue(forKey: caller) ?? []
            if isOwn { for answer in answers { answer.settle(.failure(refusal)) } }
        }
    }

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
