internal import DBus
internal import TodayPlatform
internal import TodayModel
internal import TodayServiceRules

/// The end of a provider: when it isn't needed, after trouble, and with its widget.
extension ProviderSession {
    // MARK: Ending

    /// Ends the provider, and refuses its waiting callers. The widget no longer refers to this session.
    func end(_ center: isolated Center) {
        dismissAudience(center)
        perform(life.end(), center)
        if let timer = idleTimer.take() { service.loop.cancel(timer) }
        if let watch = nameWatch.take() { service.onConnection { $0.cancel(watch) } }
    }

    func endProcess(_ end: ProviderLife<BusName>.End, _ center: isolated Center) {
        guard let process else { return }
        let others = others(using: process, center)
        if !isCurrent, !others.isEmpty {
            // The widget is removed; the process keeps running for the others.
            self.process = nil
            for other in others { other.watchIdleness(center) }
            return
        }
        let providers = center.providers
        providers.processes.markEnding(process)
        let owner = providers.processes[process]?.owner
        if let owner { addFormerOwners([owner]) }
        // The others notice by themselves that it left the bus.
        if end != .afterDeparture {
            for other in others {
                if let owner { other.addFormerOwners([owner]) }
                other.life.processIsEnding()
                other.settle(center)
                other.watchIdleness(center)
            }
        }
        switch end {
        case .byRequest(let owner):
            process.end(after: service.timing.ending)
            sendEndRequest(owner, process, center)
        case .afterDeparture: process.end(after: service.timing.leaving)
        case .withSignals: process.end()
        case .kill: process.kill()
        }
    }

    /// Returns the sessions of other widgets that a process currently provides.
    private func others(using process: RunningProcess, _ center: isolated Center) -> [ProviderSession] {
        center.providers.processes.users(of: process).compactMap { center.registry[$0.widget]?.session }
            .filter { $0 !== self && $0.process === process && $0.life.isOurs }
    }

    /// Asks a provider that the bus started to end. If it doesn't, it is left alone.
    func askToLeave(_ owner: BusName, _ center: isolated Center) {
        let isShared = center.registry.widgets.contains { $0.session !== self && $0.session?.life.owner == owner }
        // The widget is removed; the program keeps running for the others.
        if !isCurrent, isShared, !center.isEnding { return }
        if let object {
            let (connection, patience) = (service.connection(of: endpoint), service.timing.ending)
            Task { _ = await EndRequest(object, connection, patience).send(to: owner) }
        }
        _ = service.loop.schedule(at: .now + service.timing.ending, on: center, with: self) { center, session in
            guard session.isCurrent, case .leaving(owner, _) = session.life.state else { return }
            session.perform(session.life.declinedToLeave(), center)
            session.reportViewing(center)
        }
    }

    /// Sends `EndRequest` to every object of a process that was in use, including those of removed widgets, and doesn't
    /// wait. If all replies are errors, such as for a missing method, the process is ended at once.
    private func sendEndRequest(_ owner: BusName, _ process: RunningProcess, _ center: isolated Center) {
        let requests = center.providers.processes.users(of: process).compactMap { user in
            user.object.map { EndRequest($0, service.connection(of: user.endpoint), service.timing.ending) }
        }
        Task { await Self.send(requests, to: owner, process, center) }
    }

    private static func send(
        _ requests: [EndRequest], to owner: BusName, _ process: RunningProcess, _ center: isolated Center
    ) async {
        var isRefused = true
        for request in requests where await !request.send(to: owner) { isRefused = false }
        if isRefused { process.end() }
    }

    // MARK: Trouble

    /// Handles a provider that didn't answer in time: one that the center started is restarted next time.
    func hung(_ owner: BusName, _ center: isolated Center) {
        guard life.owner == owner else { return }
        if let process, life.isOurs {
            // Callers that wait behind that call get the reason for the end of the process.
            let trouble = ProviderTrouble(
                .endedForDeadline, "the provider was stopped because it did not answer another call in time")
            for session in [self] + others(using: process, center) { session.ended = (session.life.owner, trouble) }
        }
        perform(life.hung(), center)
    }

    func recordTrouble(_ center: isolated Center) {
        if !isCurrent { return }
        backoff.failed(at: service.clock.boot())
        settle(center)
        center.reschedule(widget)
    }

    // MARK: Idleness

    /// Recomputes when the provider won't be needed.
    func watchIdleness(_ center: isolated Center) {
        if let timer = idleTimer.take() { service.loop.cancel(timer) }
        guard isCurrent, life.isOurs, case .ready = life.state, !widget.run.isRunning else { return }
        idleness.hiddenSince = center.panels.hiddenSince
        guard let time = idleness.end(after: service.timing.idle.nanoseconds) else { return }
        idleTimer = service.loop.schedule(at: MonotonicTime(nanoseconds: time), on: center, with: self) {
            $1.becameIdle($0)
        }
    }

    private func becameIdle(_ center: isolated Center) {
        idleTimer = nil
        // A run that is due starts now, and checks again when it ends.
        if center.isDue(widget) { return }
        // A process ends when the last of its widgets is idle: that widget's timer fires last.
        if let process, let now = idleness.end(after: service.timing.idle.nanoseconds),
            others(using: process, center).contains(where: { $0.isNeeded(at: now, center) })
        {
            return
        }
        perform(life.retire(), center)
    }

    /// Whether its own widget needs the provider.
    private func isNeeded(at now: UInt64, _ center: isolated Center) -> Bool {
        guard case .ready = life.state, !widget.run.isRunning, !center.isDue(widget),
            let end = idleness.end(after: service.timing.idle.nanoseconds)
        else { return true }
        return end > now
    }
}

extension Providers {
    func processEnded(
        _ process: RunningProcess, _ exit: ChildProcess.Exit, _ center: isolated Center
    ) {
        let users = processes.users(of: process)
        // A successor also waits for its descendants.
        processes.markEnding(process)
        if let family = processes[process]?.family {
            Task { await endFamily(family, of: process, center) }
        }
        let isOrderly = exit == .status(0) || process.wasSignalled
        for user in users {
            // The widget may have another provider by now, which isn't this process.
            guard let session = center.registry[user.widget]?.session, session.process === process else { continue }
            session.process = nil
            guard let attempt = session.life.process else { continue }
            session.perform(session.life.processEnded(attempt, "\(exit)", isOrderly: isOrderly), center)
        }
    }

    /// Ends the remaining descendants of a process that has ended.
    private func endFamily(
        _ family: ProcessFamilies.Family, of process: RunningProcess, _ center: isolated Center
    ) async {
        await descendants.end(family, isKilled: process.wasKilled)
        processes.remove(process)
    }
}

/// A request to an object of a provider to end.
private struct EndRequest: Sendable {
    private let object: ObjectPath
    private let connection: Connection
    private let patience: Duration

    init(_ object: ObjectPath, _ connection: Connection, _ patience: Duration) {
        self.object = object
        self.connection = connection
        self.patience = patience
    }

    /// Returns whether the object replied with an error; without a reply, the process uses its time to end.
    func send(to owner: BusName) async -> Bool {
        do {
            try await NotificationCenter1Provider(connection, owner, at: object).with(timeout: patience).endRequest()
            return false
        } catch {
            return error is RemoteError
        }
    }
}
