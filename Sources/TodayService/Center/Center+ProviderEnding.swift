internal import DBus
internal import Logging
internal import Processes
internal import TodayModel
internal import TodayProtocol

/// How providers end: because nobody needs them, because they are in trouble, and with the center.
extension Center {
    // MARK: Being ended

    /// Ends what was started for a widget, and tells whoever waits.
    func endProvider(of widget: HostedWidget) {
        guard let session = widget.session.take() else { return }
        dismissAudience(of: session, widget)
        perform(session.life.end(), session, widget)
        if let timer = session.idleTimer { loop.cancel(timer) }
        session.idleTimer = nil
        if let watch = session.nameWatch { service.onConnection { $0.cancel(watch) } }
        session.nameWatch = nil
    }

    /// Ends every provider that was started here, all at once, and waits for that.
    ///
    /// It takes as long as the slowest of them, at most twice ``ServiceTiming/ending`` and a little more; what no signal
    /// ends by then is left to the kernel, which kills it with the center.
    func endProviders() async {
        for widget in registry.widgets { endProvider(of: widget) }
        let timer = loop.schedule(at: .now + timing.ending * 2 + .seconds(1)) { [weak self] in
            self?.assumeIsolated { center in
                for entry in center.processes.entries.values { center.processes.remove(entry.process) }
            }
        }
        await withCheckedContinuation { processes.wait(for: nil, $0) }
        loop.cancel(timer)
        if hasDescendants { await descendants.endAll() }
    }

    func endProcess(of session: ProviderSession, _ widget: HostedWidget, _ end: ProviderLife.End) {
        guard let process = session.process else { return }
        let others = others(using: process, than: session)
        if widget.session !== session, !others.isEmpty {
            // The widget goes, and the process goes on for the others.
            session.process = nil
            for other in others { watchIdleness(other.widget) }
            return
        }
        processes.noteEnding(process)
        let owner = processes[process]?.owner
        if let owner { session.disown([owner]) }
        // That it left the bus, the others hear by themselves.
        if end != .afterItLeft {
            for (widget, session) in others {
                if let owner { session.disown([owner]) }
                session.life.processIsEnding()
                settle(widget)
                watchIdleness(widget)
            }
        }
        switch end {
        case .politely(let owner):
            process.end(after: timing.ending)
            sendEndRequest(owner, process)
        case .afterItLeft: process.end(after: timing.leaving)
        case .withSignals: process.end()
        case .kill: process.kill()
        }
    }

    /// The other widgets that a process provides at present.
    private func others(
        using process: SpawnedProcess, than session: ProviderSession
    ) -> [(widget: HostedWidget, session: ProviderSession)] {
        processes.users(of: process).compactMap { user in
            registry[user.widget].flatMap { widget in widget.session.map { (widget, $0) } }
        }.filter { $0.session !== session && $0.session.process === process && $0.session.life.isOurs }
    }

    /// Asks a provider that the bus started to end. When it does not, it is left alone.
    func askToLeave(_ session: ProviderSession, _ widget: HostedWidget, _ owner: BusName) {
        if let object = session.object {
            let connection = service.connection(of: session.endpoint)
            Task { _ = await requestEnd(owner, object, connection) }
        }
        _ = timer(at: .now + timing.ending, for: widget) { center, widget in
            guard let session = widget.session, case .leaving(owner, _) = session.life.state else { return }
            center.perform(session.life.stayed(), session, widget)
            center.tellViewing(widget)
        }
    }

    /// Sends `EndRequest` to every object of a process that was in use, also to those of widgets that went before, and
    /// does not wait. A process that does not have it, or replies only errors, is ended at once.
    private func sendEndRequest(_ owner: BusName, _ process: SpawnedProcess) {
        let users = processes.users(of: process)
        Task {
            var isRefused = true
            for user in users {
                guard let object = user.object else { continue }
                if await !requestEnd(owner, object, service.connection(of: user.endpoint)) { isRefused = false }
            }
            if isRefused { process.end() }
        }
    }

    /// Asks an object to end. Returns whether it replied an error; while it does not reply, its time runs.
    private func requestEnd(_ owner: BusName, _ object: ObjectPath, _ connection: Connection) async -> Bool {
        do {
            try await connection.call(
                owner, path: object, interface: TodayBus.provider, ProviderMember.endRequest, timeout: timing.ending)
            return false
        } catch {
            return error is RemoteError
        }
    }

    func processEnded(_ process: SpawnedProcess, _ exit: ChildProcess.Exit) {
        let users = processes.users(of: process)
        // Whoever comes after it waits for its descendants too.
        processes.noteEnding(process)
        if let family = processes[process]?.family {
            Task {
                await descendants.end(family, isKilled: process.wasKilled)
                processes.remove(process)
            }
        }
        let isOrderly = exit == .status(0) || process.wasSignalled
        for user in users {
            // The widget may have another provider now, whose process this is not.
            guard let widget = registry[user.widget], let session = widget.session, session.process === process
            else { continue }
            session.process = nil
            guard let attempt = session.life.process else { continue }
            perform(session.life.processEnded(attempt, "\(exit)", isOrderly: isOrderly), session, widget)
        }
    }

    /// A provider did not answer in time: one that was started here is started anew next time.
    func providerHung(_ widget: HostedWidget, _ owner: BusName) {
        guard let session = widget.session, session.life.owner == owner else { return }
        perform(session.life.hung(), session, widget)
    }

    /// The connection that registered a widget has left.
    func registrantLeft(_ widget: HostedWidget) {
        if widget.record.definition.transient { return remove(widget, keeping: .everything) }
        change(widget) { record in
            record.registrant = nil
            guard case .callingConnection = record.provider else { return [] }
            return record.setState(.unavailable)
        }
        guard case .callingConnection = widget.record.provider else { return }
        if let session = widget.session { perform(session.life.ownerVanished(), session, widget) }
        reschedule(widget)
    }

    // MARK: Trouble

    func noteTrouble(_ session: ProviderSession, _ widget: HostedWidget) {
        guard widget.session === session else { return }
        session.suspension.failed(at: clock.boot())
        settle(widget)
        reschedule(widget)
    }

    /// A provider has answered: it works.
    func answered(_ session: ProviderSession, _ widget: HostedWidget) {
        guard session.suspension.isTroubled else { return }
        session.suspension.answered()
        settle(widget)
        reschedule(widget)
    }

    /// A start shows in `State`, whatever it is for.
    func showStarting(_ widget: HostedWidget) {
        if widget.record.state != .unavailable { change(widget) { $0.setState(.updating) } }
    }

    /// Brings `State` up to date where no run will do so.
    func settle(_ widget: HostedWidget) {
        guard let session = widget.session, !widget.run.isRunning, widget.record.state != .unavailable else { return }
        switch session.life.state {
        case .starting, .greeting: return
        case .absent, .ready, .ending, .leaving: change(widget) { $0.setState(widget.restingState) }
        }
    }

    // MARK: Idleness

    func callEnded(_ session: ProviderSession, _ widget: HostedWidget) {
        session.idleness.calls -= 1
        session.idleness.usedAt = clock.steady().nanoseconds
        watchIdleness(widget)
    }

    /// Looks anew at when a widget's provider will not be needed.
    func watchIdleness(_ widget: HostedWidget) {
        guard let session = widget.session else { return }
        if let timer = session.idleTimer.take() { loop.cancel(timer) }
        guard session.life.isOurs, case .ready = session.life.state, !widget.run.isRunning else { return }
        session.idleness.hiddenSince = panels.hiddenSince
        guard let time = session.idleness.end(after: timing.idle.nanoseconds) else { return }
        session.idleTimer = timer(at: MonotonicTime(nanoseconds: time), for: widget) { $0.becameIdle($1) }
    }

    private func becameIdle(_ widget: HostedWidget) {
        guard let session = widget.session else { return }
        session.idleTimer = nil
        // A run that is due begins now, and looks again when it ends.
        if isDue(widget) { return }
        // A process ends when the last of its widgets is idle: that one's timer comes last.
        if let process = session.process, let now = session.idleness.end(after: timing.idle.nanoseconds),
            others(using: process, than: session).contains(where: { isNeeded($0.session, by: $0.widget, at: now) })
        {
            return
        }
        perform(session.life.retire(), session, widget)
    }

    /// Whether a provider is needed by its own widget.
    private func isNeeded(_ session: ProviderSession, by widget: HostedWidget, at now: UInt64) -> Bool {
        guard case .ready = session.life.state, !widget.run.isRunning, !isDue(widget),
            let end = session.idleness.end(after: timing.idle.nanoseconds)
        else { return true }
        return end > now
    }
}

extension Duration {
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}
