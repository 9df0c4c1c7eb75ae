internal import DBus
internal import Logging
internal import Processes
internal import TodayModel
internal import TodayProtocol

/// How providers are reached: carrying out what ``ProviderLife`` decides.
extension Center {
    func session(of widget: HostedWidget) -> ProviderSession {
        if let session = widget.session { return session }
        let session = ProviderSession(suspension: Suspension(firstPause: timing.firstPause.nanoseconds))
        widget.session = session
        return session
    }

    /// Waits until the provider can be called, starting it if need be.
    func reachProvider(
        _ widget: HostedWidget, until deadline: MonotonicTime
    ) async throws(ProviderTrouble) -> BusName {
        let record = widget.record
        if record.state == .unavailable, record.source == .registered, record.registrant == nil,
            case .callingConnection = record.provider
        {
            throw ProviderTrouble(.absent, "the app that provides it is not running")
        }
        await waitForAnswer(widget)
        if isEnding { throw ProviderTrouble(.notStartable, "the center is ending") }
        guard registry.contains(widget) else {
            throw ProviderTrouble(.notStartable, "the widget was removed")
        }
        let session = session(of: widget)
        return try await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<BusName, ProviderTrouble>, Never>) in
            session.wait(
                timer: { number in timer(at: deadline, for: widget) { $0.gaveUpWaiting($1, number) } }, continuation)
            perform(session.life.need(), session, widget)
        }.get()
    }

    private func gaveUpWaiting(_ widget: HostedWidget, _ number: UInt64) {
        guard let session = widget.session else { return }
        let name = widget.record.providerPlace?.name.rawValue ?? "its name"
        let reason =
            session.life.owner == nil
            ? "the provider did not own \(name) in time" : "the provider did not answer BeginRequest in time"
        guard session.giveUp(number, ProviderTrouble(.deadline, reason)) else { return }
        perform(session.life.gaveUp(reason), session, widget)
    }

    func perform(_ actions: [ProviderLife.Action], _ session: ProviderSession, _ widget: HostedWidget) {
        for action in actions {
            switch action {
            case .start(let attempt): Task { await start(session, widget, attempt) }
            case .sendBeginRequest(let owner):
                if let process = session.process { processes.note(owner, of: process) }
                session.ownerSince = clock.steady()
                session.missing = []
                Task { await greet(session, widget, owner) }
            case .release(let owner):
                // Before the call that it was started for.
                tellViewing(widget)
                session.resolve(.success(owner), loop: loop)
                settle(widget)
            case .refuse(let trouble):
                session.resolve(.failure(trouble), loop: loop)
                settle(widget)
            case .sendEndRequest(let owner): askToLeave(session, widget, owner)
            case .endProcess(let end): endProcess(of: session, widget, end)
            case .noteTrouble: noteTrouble(session, widget)
            }
        }
    }

    // MARK: Starting

    private func start(_ session: ProviderSession, _ widget: HostedWidget, _ attempt: ProviderLife.Attempt) async {
        if !registry.contains(widget) { return }
        let record = widget.record
        session.object = record.providerPath
        session.endpoint = record.endpoint
        switch record.provider {
        case .none:
            perform(
                session.life.startFailed("the widget has no provider", attempt, isTrouble: false), session, widget)
        case .callingConnection:
            guard let owner = record.registrant else {
                let reason = "the app that provides it is not running"
                return perform(session.life.startFailed(reason, attempt, isTrouble: false), session, widget)
            }
            session.ownerSince = clock.steady()
            perform(session.life.ownerAppeared(owner), session, widget)
        case .bus(let name, _):
            guard await isAbsent(name, session, widget, attempt) else { return }
            await activate(name, session, widget, attempt)
        case .exec(let command, let name, _):
            await predecessors(of: session, named: name)
            guard session.life.isStarting(attempt), await isAbsent(name, session, widget, attempt) else { return }
            spawn(command, name, session, widget, attempt)
        }
    }

    /// Waits for the end of processes that are being ended and may own the name still, such as those of a widget that
    /// was removed.
    private func predecessors(of session: ProviderSession, named name: BusName) async {
        while processes.isEnding(name) {
            session.disown(processes.endingOwners(of: name))
            await withCheckedContinuation { processes.wait(for: name, $0) }
        }
    }

    /// Looks for an owner of the provider's name, and for a process that runs or starts for another widget of the same
    /// program. Returns whether the provider has to be started.
    private func isAbsent(
        _ name: BusName, _ session: ProviderSession, _ widget: HostedWidget, _ attempt: ProviderLife.Attempt
    ) async -> Bool {
        guard await watch(name, session, widget, attempt), session.life.isStarting(attempt) else { return false }
        // One that began to end meanwhile.
        await predecessors(of: session, named: name)
        guard session.life.isStarting(attempt) else { return false }
        let process = processes.shared(name, ownedBy: session.owner)
        if let process { use(process, session, widget, attempt) }
        guard let owner = session.owner else { return process == nil }
        perform(session.life.ownerAppeared(owner), session, widget)
        return false
    }

    /// Watches the provider's name. Its present owner, if any, is told before this returns.
    private func watch(
        _ name: BusName, _ session: ProviderSession, _ widget: HostedWidget, _ attempt: ProviderLife.Attempt
    ) async -> Bool {
        if session.nameWatch != nil { return true }
        do {
            let path = widget.path
            let watch = try await connection.watchOwner(of: name) { [weak self] owner in
                self?.assumeIsolated { $0.ownerChanged(path, owner) }
            }
            // The widget may have gone meanwhile.
            guard widget.session === session, session.nameWatch == nil else {
                service.onConnection { $0.cancel(watch) }
                return widget.session === session
            }
            session.nameWatch = watch
            return true
        } catch {
            let reason = "\(name) cannot be watched: \(error)"
            perform(session.life.startFailed(reason, attempt, isTrouble: false), session, widget)
            return false
        }
    }

    private func ownerChanged(_ path: ObjectPath, _ owner: BusName?) {
        guard let widget = registry[path], let session = widget.session else { return }
        if let owner = session.noteOwner(owner) {
            if session.life.owner != owner {
                session.ownerSince = clock.steady()
                session.missing = []
                session.toldLook = nil
            }
            if !isForJoining(owner, session, widget) { perform(session.life.ownerAppeared(owner), session, widget) }
            if widget.record.state == .unavailable {
                change(widget) { $0.setState(.idle) }
                reschedule(widget)
            }
        } else {
            perform(session.life.ownerVanished(), session, widget)
        }
    }

    /// Whether a widget that does not use its provider yet finds it in a process that was started for another one. It
    /// joins that process when it needs it.
    private func isForJoining(_ owner: BusName, _ session: ProviderSession, _ widget: HostedWidget) -> Bool {
        guard !session.life.isOurs, let name = widget.record.providerPlace?.name else { return false }
        switch session.life.state {
        case .absent, .starting: return processes.shared(name, ownedBy: owner) != nil
        case .greeting, .ready, .ending, .leaving: return false
        }
    }

    private func activate(
        _ name: BusName, _ session: ProviderSession, _ widget: HostedWidget, _ attempt: ProviderLife.Attempt
    ) async {
        session.life.started(.activated, attempt)
        showStarting(widget)
        do {
            let _: UInt32 = try await connection.call(
                .bus, "StartServiceByName", name.rawValue, UInt32(0))
        } catch {
            let isUnknown = (error as? RemoteError)?.name == .serviceUnknown
            let reason = isUnknown ? "nobody owns \(name), and the bus cannot start it" : "\(error)"
            if isUnknown, session.life.isStarting(attempt) { change(widget) { $0.setState(.unavailable) } }
            perform(session.life.startFailed(reason, attempt, isTrouble: !isUnknown), session, widget)
            if isUnknown { awaitServiceFile() }
        }
    }

    private func spawn(
        _ command: String, _ name: BusName, _ session: ProviderSession, _ widget: HostedWidget,
        _ attempt: ProviderLife.Attempt
    ) {
        let identifier = widget.identifier
        do {
            var request = ChildProcess.Request(try ExecLine.split(command), environment: service.environment)
            // These tell of the center's own start, and a provider would take them for its own.
            for name in ["DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE", "NOTIFY_SOCKET"] {
                request.environment[name] = nil
            }
            request.environment[TodayBus.widgetVariable] = identifier.rawValue
            let family = ProcessFamilies.Family.random(in: .min ... .max)
            request.environment[ProcessMark.variable] = ProcessMark.text(family)
            request.output = 2
            let process = try SpawnedProcess.start(
                request, on: loop, patience: timing.ending,
                follower: { [descendants] signal in Task { await descendants.spread(signal, in: family) } },
                ended: { [weak self] process, exit in
                    self?.assumeIsolated { center in
                        center.logger.debug("\(identifier): the provider ended with \(exit)")
                        center.processEnded(process, exit)
                    }
                })
            if let root = ProcessSighting.of(process.id)?.id {
                Task { await descendants.begin(family, root: root) }
            }
            // What a provider writes goes where the center's own log goes, which knows the process and not the widget.
            logger.info("\(identifier): started process \(process.id)")
            processes.add(process, family, name)
            watchMemory()
            use(process, session, widget, attempt)
        } catch {
            change(widget) { $0.setState(.unavailable) }
            perform(session.life.startFailed("\(error)", attempt), session, widget)
        }
    }

    /// From now on this process provides the widget.
    private func use(
        _ process: SpawnedProcess, _ session: ProviderSession, _ widget: HostedWidget, _ attempt: ProviderLife.Attempt
    ) {
        session.process = process
        processes.note(
            ProviderProcesses.User(widget: widget.path, object: session.object, endpoint: session.endpoint),
            of: process)
        session.life.started(.spawned, attempt)
        if widget.record.state == .unavailable { change(widget) { $0.setState(.idle) } }
        showStarting(widget)
    }

    private func greet(_ session: ProviderSession, _ widget: HostedWidget, _ owner: BusName) async {
        if !registry.contains(widget) { return }
        do {
            let context = context(of: widget.record, .start)
            session.toldLook = PanelLook(context)
            let changes: [String: DBusValue] = try await call(
                widget, owner, ProviderMember.beginRequest, until: clock.steady() + timing.provider
            ) {
                try await $0.connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, ProviderMember.beginRequest,
                    timeout: $0.timeout, context.dictionary)
            }
            var patch = try WidgetChanges(changes)
            // The provider is still to hear of the mode that the user has just chosen, perhaps started for it.
            if widget.modesToTell > 0 { patch.displayMode = nil }
            try registry.checkTotalSize(patch.content, for: widget.path)
            try checkURLs(patch.content, isSandboxed: widget.record.isSandboxed)
            try change(widget) { [patch] record in
                try record.apply(patch, from: .cached, at: clock.wall())
            }
        } catch let trouble as ProviderTrouble where trouble.kind == .missing {
            // Having nothing to say at the start is fine.
        } catch {
            service.log(.warning, widget.identifier, "BeginRequest: \(error)")
        }
        perform(session.life.greeted(owner), session, widget)
    }
}
