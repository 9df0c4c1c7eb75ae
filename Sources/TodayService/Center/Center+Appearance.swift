internal import DBus
internal import TodayModel
internal import TodayProtocol

/// Providers that run hear of panels that come and go: carrying out what ``Appearance`` decides.
extension Center {
    /// Tells every provider that runs whether a panel is visible.
    func tellViewing() { for session in sessions.values { tellViewing(session) } }

    /// Tells a provider that runs whether a panel is visible, unless it knows, and does not wait. One that is being
    /// greeted is told after that.
    func tellViewing(_ session: ProviderSession) {
        guard case .ready(let owner) = session.life.state, sessions[session.path] === session,
            let record = registry[session.path], let object = record.providerPath
        else { return }
        if session.audience?.owner != owner {
            dismissAudience(of: session)
            session.audience = ProviderSession.Audience(owner: owner, object: object, endpoint: record.endpoint)
        }
        let isShown = panels.isViewing && registry.isArranged(record.identifier)
        guard let audience = session.audience, let call = audience.appearance.look(isShown: isShown) else { return }
        Task { await tell(call, audience, record, session) }
    }

    private func tell(
        _ call: Appearance.Call, _ audience: ProviderSession.Audience, _ record: WidgetRecord,
        _ session: ProviderSession
    ) async {
        await waitForAnswer(session.path)
        guard sessions[session.path] === session else { return }
        let member = call.member
        var isMissing = false
        do throws(ProviderTrouble) {
            try await self.call(record, audience.owner, member, until: clock.steady() + timing.provider) {
                try await $0.connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, member, timeout: $0.timeout)
            }
        } catch { isMissing = error.kind == .missing }
        audience.appearance.ended(isMissing: isMissing)
        if session.audience === audience { tellViewing(session) }
    }

    /// Whoever was told that a panel shows the widget is told that none does any more, and does not provide it from now on.
    func dismissAudience(of session: ProviderSession) {
        guard let audience = session.audience.take(), let call = audience.appearance.end() else { return }
        let (path, isSpawned) = (session.path, session.process != nil)
        Task {
            // An app that registers its widget anew is not called before it has its answer.
            if !isSpawned { await waitForAnswer(path) }
            try? await connection(of: audience.endpoint).call(
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
