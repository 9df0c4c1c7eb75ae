internal import DBus
internal import Logging
internal import TodayPlatform
internal import TodayModel
internal import TodayServiceRules

/// Reaches a provider, carrying out the decisions of ``ProviderLife``.
extension ProviderSession {
    /// Waits until the provider can be called, starting it if necessary.
    ///
    /// - Returns: The session of the provider that the widget has by then, and the owner of its name.
    func reach(
        until deadline: MonotonicTime, _ center: isolated Center
    ) async throws(ProviderTrouble) -> (session: ProviderSession, owner: BusName) {
        let record = widget.record
        if record.state == .unavailable, record.source == .registered, record.registrant == nil,
            case .callingConnection = record.provider
        {
            throw ProviderTrouble(.absent, "its app isn't running")
        }
        await widget.waitForRegistration()
        if center.isEnding { throw ProviderTrouble(.notStartable, "the center is stopping") }
        guard center.registry.contains(widget) else {
            throw ProviderTrouble(.notStartable, "the widget was removed")
        }
        // The widget may have another session by now.
        let session = center.session(of: widget)
        let owner = try await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<BusName, ProviderTrouble>, Never>) in
            session.wait(
                timer: { number in
                    service.loop.schedule(at: deadline, on: center, with: session) { $1.waitTimedOut(number, $0) }
                }, continuation)
            session.perform(session.life.need(), center)
        }.get()
        return (session, owner)
    }

    private func waitTimedOut(_ number: UInt64, _ center: isolated Center) {
        let name = widget.record.providerPlace?.name.rawValue ?? "its name"
        let reason =
            life.owner == nil
            ? "the provider did not own \(name) in time" : "the provider did not answer BeginRequest in time"
        guard endWait(number, ProviderTrouble(.deadline, reason)) else { return }
        perform(life.waitTimedOut(reason), center)
    }

    func perform(_ actions: [ProviderLife<BusName>.Action], _ center: isolated Center) {
        for action in actions {
            switch action {
            case .start(let attempt): Task { await start(attempt, center) }
            case .sendBeginRequest(let owner):
                if let process { center.providers.processes.setOwner(owner, of: process) }
                ownerSince = service.clock.steady()
                missing = []
                Task { await greet(owner, center) }
            case .release(let owner):
                // Before the call that it was started for.
                reportViewing(center)
                resolve(.success(owner), loop: service.loop)
                settle(center)
            case .refuse(var trouble):
                if trouble.kind == .ended { trouble.advice = logHint }
                resolve(.failure(trouble), loop: service.loop)
                settle(center)
            case .sendEndRequest(let owner): askToLeave(owner, center)
            case .endProcess(let end): endProcess(end, center)
            case .recordTrouble: recordTrouble(center)
            }
        }
    }

    // MARK: Starting

    private func start(_ attempt: ProviderLife<BusName>.Attempt, _ center: isolated Center) async {
        if !center.registry.contains(widget) { return }
        let record = widget.record
        object = record.providerPath
        endpoint = record.endpoint
        switch record.provider {
        case .none: perform(life.startFailed("the widget has no provider", attempt, isTrouble: false), center)
        case .callingConnection:
            guard let owner = record.registrant else {
                let reason = "its app isn't running"
                return perform(life.startFailed(reason, attempt, isTrouble: false), center)
            }
            ownerSince = service.clock.steady()
            perform(life.ownerAppeared(owner), center)
        case .bus(let name, _):
            guard await isAbsent(name, attempt, center) else { return }
            await activate(name, attempt, center)
        case .exec(let command, let name, _):
            started = stamps(of: command)
            await predecessors(named: name, center)
            guard life.isStarting(attempt), await isAbsent(name, attempt, center) else { return }
            spawn(command, name, attempt, center)
        }
    }

    /// Waits for the end of processes that are being ended and may still own the name, such as those of a removed
    /// widget.
    private func predecessors(named name: BusName, _ center: isolated Center) async {
        let providers = center.providers
        while providers.processes.isEnding(name) {
            addFormerOwners(providers.processes.endingOwners(of: name))
            await withCheckedContinuation { providers.processes.wait(for: name, $0) }
        }
    }

    /// Looks for an owner of the provider's name, and for a process that runs or starts for another widget of the same
    /// program. Returns whether the provider has to be started.
    private func isAbsent(
        _ name: BusName, _ attempt: ProviderLife<BusName>.Attempt, _ center: isolated Center
    ) async -> Bool {
        guard await watch(name, attempt, center), life.isStarting(attempt) else { return false }
        // A process may have started to end meanwhile.
        await predecessors(named: name, center)
        guard life.isStarting(attempt) else { return false }
        let process = center.providers.processes.shared(name, ownedBy: owner)
        if let process { use(process, attempt, center) }
        guard let owner else { return process == nil }
        perform(life.ownerAppeared(owner), center)
        return false
    }

    /// Watches the provider's name. Its current owner, if any, is reported before this returns.
    private func watch(
        _ name: BusName, _ attempt: ProviderLife<BusName>.Attempt, _ center: isolated Center
    ) async -> Bool {
        if nameWatch != nil { return true }
        do {
            // The widget may have another session by the time the bus answers.
            let session = Confined(value: self)
            let watch = try await service.connection.watchOwner(of: name) { [weak center] owner in
                center?.assumeIsolated { session.value.ownerChanged(owner, $0) }
            }
            // The widget may have been removed meanwhile.
            guard isCurrent, nameWatch == nil else {
                cancel(watch)
                return isCurrent
            }
            nameWatch = watch
            return true
        } catch {
            perform(life.startFailed("cannot watch \(name): \(error)", attempt, isTrouble: false), center)
            return false
        }
    }

    private func cancel(_ watch: Connection.Subscription) { service.onConnection { $0.cancel(watch) } }

    private func ownerChanged(_ owner: BusName?, _ center: isolated Center) {
        if !isCurrent { return }
        guard let owner = ownerChanged(owner) else { return perform(life.ownerVanished(), center) }
        if life.owner != owner {
            ownerSince = service.clock.steady()
            missing = []
            reportedContext = nil
        }
        if !isForJoining(owner, center) { perform(life.ownerAppeared(owner), center) }
        if widget.record.state == .unavailable {
            center.change(widget) { $0.setState(.idle) }
            center.reschedule(widget)
        }
    }

    /// Whether a widget that doesn't use its provider yet finds it in a process that was started for another widget. It
    /// joins that process when it needs it.
    private func isForJoining(_ owner: BusName, _ center: isolated Center) -> Bool {
        guard !life.isOurs, let name = widget.record.providerPlace?.name else { return false }
        switch life.state {
        case .absent, .starting: return center.providers.processes.shared(name, ownedBy: owner) != nil
        case .greeting, .ready, .ending, .leaving: return false
        }
    }

    private func activate(
        _ name: BusName, _ attempt: ProviderLife<BusName>.Attempt, _ center: isolated Center
    ) async {
        life.started(.activated, attempt)
        showStarting(center)
        do {
            let _: UInt32 = try await service.connection.call(.bus, "StartServiceByName", name.rawValue, UInt32(0))
        } catch {
            let isUnknown = (error as? RemoteError)?.name == .serviceUnknown
            let reason = isUnknown ? "\(name) has no owner, and the bus can't start it" : "\(error)"
            if isUnknown, life.isStarting(attempt) { center.change(widget) { $0.setState(.unavailable) } }
            perform(life.startFailed(reason, attempt, isTrouble: !isUnknown), center)
            if isUnknown { await center.providers.awaitServiceFile(center) }
        }
    }

    private func spawn(
        _ command: String, _ name: BusName, _ attempt: ProviderLife<BusName>.Attempt, _ center: isolated Center
    ) {
        let (identifier, logger) = (widget.identifier, service.logger)
        let (providers, descendants) = (center.providers, center.providers.descendants)
        do {
            var request = ChildProcess.Request(
                try ExecLine.split(command), environment: SessionEnvironment.variables(from: service.environment))
            request.environment[TodayBus.widgetVariable] = identifier.widget.rawValue
            let family = ProcessFamilies.Family.random(in: .min ... .max)
            request.environment[ProcessMark.variable] = ProcessMark.text(family)
            request.output = 2
            let process = try RunningProcess.startCounted(
                request, on: service.loop, patience: service.timing.ending,
                onSignal: { signal in Task { await descendants.spread(signal, in: family) } },
                ended: { [weak center] process, exit in
                    logger.debug("\(identifier): the provider ended with \(exit)")
                    center?.assumeIsolated { $0.providers.processEnded(process, exit, $0) }
                })
            if let root = ProcessSighting.of(process.id)?.id {
                Task { await descendants.begin(family, root: root) }
            }
            // A provider's output goes to the center's own log, which identifies the process but not the widget.
            logger.info("\(identifier): started process \(process.id)")
            providers.processes.add(process, family, name)
            providers.watchMemory(center)
            use(process, attempt, center)
        } catch {
            center.change(widget) { $0.setState(.unavailable) }
            perform(life.startFailed("\(error)", attempt), center)
        }
    }

    /// Makes this process the provider of the widget from now on.
    private func use(
        _ process: RunningProcess, _ attempt: ProviderLife<BusName>.Attempt, _ center: isolated Center
    ) {
        self.process = process
        center.providers.processes.addUser(
            ProviderProcesses.User(widget: widget.path, object: object, endpoint: endpoint), of: process)
        life.started(.spawned, attempt)
        if widget.record.state == .unavailable { center.change(widget) { $0.setState(.idle) } }
        showStarting(center)
    }

    private func greet(_ owner: BusName, _ center: isolated Center) async {
        if !center.registry.contains(widget) { return }
        do {
            let context = center.context(of: widget, .start)
            reportedContext = FollowedContext(context)
            let hold = PushHold(widget)
            defer { hold.end() }
            let changes = try await call(
                owner, ProviderMember.beginRequest, until: service.clock.steady() + service.timing.provider, hold,
                center
            ) { try await $0.beginRequest(context: context.dictionary) }
            var patch = try WidgetChanges(changes)
            // The mode that the user has just chosen, perhaps the reason for the start, still has to be reported to the
            // provider.
            if widget.modesToReport > 0 { patch.displayMode = nil }
            try center.accept(patch, .cached, for: widget, isSandboxed: false, state: nil)
        } catch let trouble as ProviderTrouble where trouble.kind == .missing {
            // `BeginRequest` is optional.
        } catch {
            service.log(.warning, widget.identifier, "BeginRequest: \(error)")
        }
        perform(life.greeted(owner), center)
    }

    // MARK: `State`

    /// Shows a start in `State`, regardless of its reason.
    private func showStarting(_ center: isolated Center) {
        if widget.record.state != .unavailable { center.change(widget) { $0.setState(.updating) } }
    }

    /// Updates `State` if no run will do so.
    func settle(_ center: isolated Center) {
        guard isCurrent, !widget.run.isRunning, widget.record.state != .unavailable else { return }
        switch life.state {
        case .starting, .greeting: return
        case .absent, .ready, .ending, .leaving: center.change(widget) { $0.setState(widget.restingState) }
        }
    }
}
