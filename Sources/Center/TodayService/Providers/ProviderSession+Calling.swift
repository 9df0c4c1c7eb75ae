internal import DBus
internal import TodayPlatform
internal import TodayModel
internal import TodayServiceRules

/// Calls to a provider that is running.
extension ProviderSession {
    /// Calls a method of the provider by its unique name; `send` makes the call.
    ///
    /// - Parameter hold: holds pushes from the moment the answer arrives; nil if nothing is applied from it.
    func call<Value>(
        _ owner: BusName, _ member: MemberName, until deadline: MonotonicTime, _ hold: PushHold?,
        _ center: isolated Center, _ send: (NotificationCenter1Provider) async throws -> Value
    ) async throws(ProviderTrouble) -> Value {
        guard let path = widget.record.providerPath else { throw ProviderTrouble.noProvider }
        let connection = service.connection(of: widget.record.endpoint)
        if missing.contains(member) { throw ProviderTrouble(.missing, "the provider has no \(member)") }
        let wasSpawned = process != nil
        idleness.calls += 1
        defer { callEnded(center) }
        var hasSeenObject = false
        while true {
            do {
                // A push that arrives behind the answer must not overtake it, neither before this resumes nor while
                // memory is measured. The unsafe constant is safe: a result arrives on the thread of the connections,
                // which is that of the center.
                nonisolated(unsafe) let hold = hold
                let answer = try await Connection.$onResult.withValue(.init { hold?.begin() }) {
                    // Otherwise the closure leaves the thread of the center, and calls are sent in any order.
                    _ = center
                    return try await send(
                        NotificationCenter1Provider(connection, owner, at: path)
                            .with(timeout: deadline - service.clock.steady()))
                }
                try await center.providers.checkMemory(self, center)
                guard isCurrent else {
                    throw ProviderTrouble(.vanished, "the widget now has another provider")
                }
                // It may have been ended because of its memory while its answer was in transit.
                if let ended, ended.owner == owner, ended.trouble.kind == .memory { throw ended.trouble }
                if Self.provingMembers.contains(member) { answered(center) }
                return answer
            } catch let trouble as ProviderTrouble {
                throw trouble
            } catch let error as RemoteError where error.isMissingMethod {
                // A name may have an owner before its object exists.
                let now = service.clock.steady()
                let mayAppear =
                    !hasSeenObject && now < ownerSince + service.timing.settling && now < deadline
                    && life.owner == owner
                if mayAppear, error.name == .unknownMethod, await hasObject(connection, owner, path) {
                    // It may have appeared since the call.
                    hasSeenObject = true
                    continue
                }
                guard mayAppear else {
                    if member != ProviderMember.performUpdate { missing.insert(member) }
                    let instance = widget.identifier.instance
                    let place = instance == 1 ? "" : " for instance \(instance)"
                    throw ProviderTrouble(.missing, "the provider has no \(member)\(place): \(error.message)")
                }
                await pause(service.timing.retryInterval)
            } catch {
                var trouble = ProviderTrouble(error)
                switch trouble.kind {
                case .vanished:
                    if let ended, ended.owner == owner { throw ended.trouble }
                    // A provider may leave without answering a call that only notifies it.
                    if !Self.viewingMembers.contains(member) { perform(life.ownerLost(owner), center) }
                case .refused, .invalidAnswer: if Self.provingMembers.contains(member) { answered(center) }
                case .notStartable, .absent, .none, .ended, .deadline, .endedForDeadline, .missing, .memory: break
                }
                if wasSpawned, trouble.kind == .vanished || trouble.kind == .deadline {
                    trouble.advice = logHint
                }
                throw trouble
            }
        }
    }

    /// The last part of the details about a program that ended or hung: a program that the center started writes to the
    /// center's log.
    var logHint: String {
        "its output is in the log of todayd"
            + (service.environment["JOURNAL_STREAM"] == nil ? "" : ": journalctl --user -u todayd")
    }

    /// The calls whose answer proves that a provider works. A provider that crashes in every update also answers
    /// `BeginRequest`.
    private static let provingMembers: Set<MemberName> = [
        ProviderMember.performUpdate, ProviderMember.invokeAction, ProviderMember.displayModeChanged,
    ]

    private static let viewingMembers: Set<MemberName> = [ProviderMember.appear, ProviderMember.disappear]

    /// Whether an object declares that it is a provider. If it does, it is complete, and a missing method won't appear
    /// later.
    private func hasObject(_ connection: Connection, _ owner: BusName, _ path: ObjectPath) async -> Bool {
        let description: String? = try? await connection.call(
            owner, path: path, interface: .introspectable, "Introspect", timeout: service.timing.retryInterval)
        return description?.split(at: "\"").contains { $0 == TodayBus.provider.rawValue } == true
    }

    private func pause(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            _ = service.loop.schedule(at: .now + duration) { continuation.resume() }
        }
    }

    /// Records that a provider has answered, so it works.
    private func answered(_ center: isolated Center) {
        if backoff.isTroubled { resetBackoff(retryAt: nil, center) }
    }

    /// Retries at once with a provider that failed with other settings or another program.
    func retryNow(_ center: isolated Center) {
        if backoff.isTroubled { resetBackoff(retryAt: service.clock.boot(), center) }
    }

    private func resetBackoff(retryAt time: UInt64?, _ center: isolated Center) {
        backoff.reset(retryAt: time)
        settle(center)
        center.reschedule(widget)
    }

    /// Retries with a provider whose program was replaced or written since its last start.
    func checkProgram(_ center: isolated Center) {
        if backoff.isTroubled, case .exec(let command, _, _) = widget.record.provider, stamps(of: command) != started {
            started = stamps(of: command)
            retryNow(center)
        }
    }

    /// Returns the stamps of the program of a command line, and of the first argument that is a path: the script of an
    /// interpreter.
    func stamps(of command: String) -> [FileStamp?] {
        guard let words = try? ExecLine.split(command), let name = words.first else { return [] }
        let program = Environment.locate(name, path: service.environment["PATH"])
        let script = words.dropFirst().first { $0.utf8.first == UInt8(ascii: "/") }
        return [program, script].map { $0.flatMap { FileStamp($0) } }
    }

    private func callEnded(_ center: isolated Center) {
        idleness.calls -= 1
        idleness.usedAt = service.clock.steady().nanoseconds
        watchIdleness(center)
    }

    // MARK: Panels

    /// Reports to a running provider whether a panel shows its widget, unless it knows, and doesn't wait. A provider
    /// that is being greeted gets the report afterwards.
    func reportViewing(_ center: isolated Center) {
        guard isCurrent, case .ready(let owner) = life.state, let object = widget.record.providerPath else { return }
        if audience?.owner != owner {
            dismissAudience(center)
            audience = Audience(owner: owner, object: object, endpoint: widget.record.endpoint)
        }
        let isShown = center.panels.isViewing && center.registry.isArranged(widget.identifier)
        guard let audience, let call = audience.appearance.update(isShown: isShown) else { return }
        Task { await report(call, audience, center) }
    }

    private func report(_ call: Appearance.Call, _ audience: Audience, _ center: isolated Center) async {
        await widget.waitForRegistration()
        if !isCurrent { return }
        let member = call.member
        var isMissing = false
        do throws(ProviderTrouble) {
            try await self.call(
                audience.owner, member, until: service.clock.steady() + service.timing.provider, nil, center
            ) { try await $0.report(call) }
        } catch { isMissing = error.kind == .missing }
        audience.appearance.ended(isMissing: isMissing)
        if self.audience === audience { reportViewing(center) }
    }

    /// Reports to the provider that panels no longer show the widget, if it assumes that they do, and drops it as the
    /// audience.
    func dismissAudience(_ center: isolated Center) {
        guard let audience = audience.take(), let call = audience.appearance.end() else { return }
        let isSpawned = process != nil
        Task { await callLast(call, audience, waits: !isSpawned, center) }
    }

    /// - Parameter waits: whether the provider is an app, which isn't called before its registration is answered.
    private func callLast(
        _ call: Appearance.Call, _ audience: Audience, waits: Bool, _ center: isolated Center
    ) async {
        if waits { await widget.waitForRegistration() }
        let connection = service.connection(of: audience.endpoint)
        try? await NotificationCenter1Provider(connection, audience.owner, at: audience.object)
            .with(timeout: service.timing.provider).report(call)
    }
}

extension NotificationCenter1Provider {
    /// Reports the visibility of panels.
    fileprivate func report(_ call: Appearance.Call) async throws {
        switch call {
        case .appear: try await appear()
        case .disappear: try await disappear()
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

extension ProviderTrouble {
    /// Classifies the error of a call.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as RemoteError
        where error.name == .noReply || error.name == .serviceUnknown
            || error.name == .nameHasNoOwner || error.name == .disconnected:
            self.init(.vanished, "the provider left the bus")
        case let error as RemoteError:
            self.init(.refused, error.message.isEmpty ? error.name.rawValue : error.message)
            reported = CenterError(error)?.kind.flatMap { ErrorKind.reportable.contains($0) ? $0 : nil }
        case let error as ConnectionError where error.code == .timedOut:
            self.init(.deadline, "the provider did not answer in time")
        case let error as ConnectionError where error.code == .malformedReply:
            self.init(.invalidAnswer, "the provider returned an invalid reply: \(error.message)")
        default: self.init(.refused, "\(error)")
        }
    }
}
