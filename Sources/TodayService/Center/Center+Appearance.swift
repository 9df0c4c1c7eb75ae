internal import DBus
internal import TodayModel
internal import TodayProtocol

/// Providers that run hear of panels that come and go: carrying out what ``Appearance`` decides.
extension Center {
    /// Tells every provider that runs whether a panel is visible.
    func tellViewing() { for widget in registry.widgets { tellViewing(widget) } }

    /// Tells a provider that runs whether a panel is visible, unless it knows, and does not wait. One that is being
    /// greeted is told after that.
    func tellViewing(_ widget: HostedWidget) {
        guard let session = widget.session, case .ready(let owner) = session.life.state,
            let object = widget.record.providerPath
        else { return }
        if session.audience?.owner != owner {
            dismissAudience(of: session, widget)
            session.audience = ProviderSession.Audience(owner: owner, object: object, endpoint: widget.record.endpoint)
        }
        let isShown = panels.isViewing && registry.isArranged(widget.identifier)
        guard let audience = session.audience, let call = audience.appearance.look(isShown: isShown) else { return }
        Task { await tell(call, audience, widget, session) }
    }

    private func tell(
        _ call: Appearance.Call, _ audience: ProviderSession.Audience, _ widget: HostedWidget,
        _ session: ProviderSession
    ) async {
        await waitForAnswer(widget)
        guard widget.session === session else { return }
        let member = call.member
        var isMissing = false
        do throws(ProviderTrouble) {
            try await self.call(widget, audience.owner, member, until: clock.steady() + timing.provider) {
                try await $0.connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, member, timeout: $0.timeout)
            }
        } catch { isMissing = error.kind == .missing }
        audience.appearance.ended(isMissing: isMissing)
        if widget.session === session, session.audience === audience { tellViewing(widget) }
    }

    /// Whoever was told that a panel shows the widget is told that none does any more, and does not provide it from now on.
    func dismissAudience(of session: ProviderSession, _ widget: HostedWidget) {
        guard let audience = session.audience.take(), let call = audience.appearance.end() else { return }
        let isSpawned = session.process != nil
        Task {
            // An app that registers its widget anew is not called before it has its answer.
            if !isSpawned { await waitForAnswer(widget) }
            try? await service.connection(of: audience.endpoint).call(
                audience.owner, path: audience.object, interface: TodayBus.provider, call.member,
                timeout: timing.provider)
        }
    }
}

extension Appearance.Call {
    /// The provider's method.
    fileprivate var member: MemberName {
        switch self {
        case .appear: ProviderMember.appear
        case .disappear: ProviderMember.disappear
        }
    }
}
