internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// How providers are called once they are there.
extension Center {
    /// Where a call goes and how long it may take.
    struct ProviderCall {
        let connection: Connection
        let owner: BusName
        let path: ObjectPath
        let timeout: Duration
    }

    /// Calls a method of a provider by its unique name; `send` does the call.
    func call<Value>(
        _ widget: HostedWidget, _ owner: BusName, _ member: MemberName, until deadline: MonotonicTime,
        _ send: (ProviderCall) async throws -> Value
    ) async throws(ProviderTrouble) -> Value {
        guard let path = widget.record.providerPath else {
            throw ProviderTrouble(.absent, "the widget has no provider")
        }
        let (endpoint, session) = (widget.record.endpoint, session(of: widget))
        if session.missing.contains(member) { throw ProviderTrouble(.missing, "the provider has no \(member)") }
        session.idleness.calls += 1
        defer { callEnded(session, widget) }
        while true {
            do {
                let answer = try await send(
                    ProviderCall(
                        connection: service.connection(of: endpoint), owner: owner, path: path,
                        timeout: deadline - clock.steady()))
                // That takes a moment, in which what is said next would overtake the answer.
                widget.unapplied.answers += 1
                defer { answerIsApplied(widget) }
                try await checkMemory(session)
                guard widget.session === session else {
                    throw ProviderTrouble(.vanished, "the widget has another provider now")
                }
                // It may have been ended while its answer was on the way.
                if let ended = session.ended, ended.owner == owner { throw ended.trouble }
                if Self.provingMembers.contains(member) { answered(session, widget) }
                return answer
            } catch let trouble as ProviderTrouble {
                throw trouble
            } catch let error as RemoteError where error.isMissingMethod {
                // A name may be owned before its object is there.
                let now = clock.steady()
                guard now < session.ownerSince + timing.settling, now < deadline, session.life.owner == owner else {
                    if member != ProviderMember.performUpdate { session.missing.insert(member) }
                    throw ProviderTrouble(.missing, "the provider has no \(member): \(error.message)")
                }
                await pause(timing.retryInterval)
            } catch {
                let trouble = ProviderTrouble(error)
                switch trouble.kind {
                case .vanished:
                    if let ended = session.ended, ended.owner == owner { throw ended.trouble }
                    // A provider may leave without an answer to what it was only told.
                    if !Self.tellingMembers.contains(member) { perform(session.life.callLost(owner), session, widget) }
                case .refused, .nonsense: if Self.provingMembers.contains(member) { answered(session, widget) }
                case .notStartable, .absent, .ended, .deadline, .missing, .memory: break
                }
                throw trouble
            }
        }
    }

    /// An answer goes to whoever made the call, who applies it at once; then comes what was pushed since.
    func answerIsApplied(_ widget: HostedWidget) {
        Task { answerWasApplied(widget) }
    }

    private func answerWasApplied(_ widget: HostedWidget) {
        widget.unapplied.answers -= 1
        guard widget.unapplied.answers == 0 else { return }
        let later = widget.unapplied.pushes
        widget.unapplied.pushes = []
        for push in later { push() }
    }

    /// The calls whose answer shows that a provider works. One that crashes in every update answers `BeginRequest` too.
    private static let provingMembers: Set<MemberName> = [
        ProviderMember.performUpdate, ProviderMember.invokeAction, ProviderMember.displayModeChanged,
    ]

    private static let tellingMembers: Set<MemberName> = [ProviderMember.appear, ProviderMember.disappear]

    private func pause(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            _ = loop.schedule(at: .now + duration) { continuation.resume() }
        }
    }

    /// Has a provider that runs updated whose panels look otherwise than it was told last. One that is being updated is
    /// looked at again when that has ended.
    func followPanels(_ widget: HostedWidget) {
        guard panels.isViewing, let session = widget.session, case .ready = session.life.state,
            registry.contains(widget), registry.isArranged(widget.identifier), !widget.run.isRunning,
            let told = session.toldLook, told != PanelLook(context(of: widget.record, .context))
        else { return }
        // An update that is due tells it as well.
        if isDue(widget) { return }
        update(widget, .context, waiter: nil)
    }

    /// What a provider is told with a call.
    func context(of record: WidgetRecord, _ reason: UpdateReason) -> UpdateContext {
        var context = UpdateContext(identifier: record.identifier, reason: reason)
        context.displayMode = record.displayMode
        // POSIX: an empty variable counts as unset.
        context.locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { service.environment[$0] }.first { !$0.isEmpty } ?? "C"
        panels.fill(&context)
        return context
    }
}

extension RemoteError {
    fileprivate var isMissingMethod: Bool {
        name == .unknownMethod || name == .unknownObject || name == .unknownInterface
    }
}

extension ProviderTrouble {
    /// What an error of a call says of the provider.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as RemoteError
        where error.name == .noReply || error.name == .serviceUnknown
            || error.name == .nameHasNoOwner || error.name == .disconnected:
            self.init(.vanished, "the provider left the bus")
        case let error as RemoteError:
            self.init(.refused, error.message.isEmpty ? error.name.rawValue : error.message)
        case let error as ConnectionError where error.code == .timedOut:
            self.init(.deadline, "the provider did not answer in time")
        case let error as ConnectionError where error.code == .malformedReply:
            self.init(.nonsense, "the provider answered nonsense: \(error)")
        default: self.init(.refused, "\(error)")
        }
    }
}
