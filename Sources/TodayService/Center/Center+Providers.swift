internal import DBus
internal import Logging
internal import Processes
internal import TodayModel
internal import TodayProtocol

/// How providers are reached: carrying out what ``ProviderLife`` decides.
extension Center {
    func session(at path: ObjectPath) -> ProviderSession {
        if let session = sessions[path] { return session }
        let session = ProviderSession(path: path)
        sessions[path] = session
        return session
    }

    /// Waits until the provider can be called, starting it if need be.
    func reachProvider(_ record: WidgetRecord, until deadline: MonotonicTime) async throws(ProviderTrouble) -> BusName {
        if record.state == .unavailable, record.source == .registered, record.registrant == nil,
            case .callingConnection = record.provider
        {
            throw ProviderTrouble(.notStartable, "the app that provides it is not running")
        }
        await waitForAnswer(record.path)
        if isStopping { throw ProviderTrouble(.notStartable, "the center is ending") }
        let session = session(at: record.path)
        return try await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<BusName, ProviderTrouble>, Never>) in
            let path = record.path
            session.wait(
                timer: { number in
                    loop.schedule(at: deadline) { [weak self] in
                        self?.assumeIsolated { $0.gaveUpWaiting(path, number) }
                    }
                }, continuation)
            perform(session.life.need(), session)
        }.get()
    }

    private func gaveUpWaiting(_ path: ObjectPath, _ number: UInt64) {
        guard let session = sessions[path], let record = registry[path] else { return }
        let name = record.providerPlace?.name.rawValue ?? "its name"
        let reason =
            session.life.owner == nil
            ? "the provider did not own \(name) in time" : "the provider did not answer BeginRequest in time"
        guard session.giveUp(number, ProviderTrouble(.deadline, reason)) else { return }
        perform(session.life.startFailed(reason), session)
        perform(session.life.hung(), session)
    }

    private func perform(_ actions: [ProviderLife.Action], _ session: ProviderSession) {
        for action in actions {
            switch action {
            case .start: Task { await start(session) }
            case .sendBeginRequest(let owner):
                session.ownerSince = clock.steady()
                session.missing = []
                Task { await greet(session, owner) }
            case .release(let owner): session.resolve(.success(owner), loop: loop)
            case .refuse(let trouble): session.resolve(.failure(trouble), loop: loop)
            case .endProcess:
                session.process?.end()
                session.owner = nil
            }
        }
    }

    // MARK: Starting

    private func start(_ session: ProviderSession) async {
        guard let record = registry[session.path] else { return }
        switch record.provider {
        case .none: perform(session.life.startFailed("the widget has no provider"), session)
        case .callingConnection:
            guard let owner = record.registrant else {
                return perform(session.life.startFailed("the app that provides it is not running"), session)
            }
            session.ownerSince = clock.steady()
            perform(session.life.ownerAppeared(owner), session)
        case .bus(let name, _):
            guard await isAbsent(name, session) else { return }
            await activate(name, session)
        case .exec(let command, let name, _):
            guard await isAbsent(name, session) else { return }
            spawn(command, session, record.identifier)
        }
    }

    /// Looks for an owner of the provider's name. Returns whether the provider has to be started.
    private func isAbsent(_ name: BusName, _ session: ProviderSession) async -> Bool {
        guard await watch(name, session), session.life.state == .starting else { return false }
        guard let owner = session.owner else { return true }
        perform(session.life.ownerAppeared(owner), session)
        return false
    }

    /// Watches the provider's name. Its present owner, if any, is told before this returns.
    private func watch(_ name: BusName, _ session: ProviderSession) async -> Bool {
        if session.nameWatch != nil { return true }
        do {
            let path = session.path
            let watch = try await connection.watchOwner(of: name) { [weak self] owner in
                self?.assumeIsolated { $0.ownerChanged(path, owner) }
            }
            // The widget may have gone meanwhile.
            guard sessions[path] === session, session.nameWatch == nil else {
                onConnection { $0.cancel(watch) }
                return sessions[path] === session
            }
            session.nameWatch = watch
            return true
        } catch {
            perform(session.life.startFailed("\(name) cannot be watched: \(error)"), session)
            return false
        }
    }

    private func ownerChanged(_ path: ObjectPath, _ owner: BusName?) {
        guard let session = sessions[path] else { return }
        session.owner = owner
        if let owner {
            if session.life.owner != owner {
                session.ownerSince = clock.steady()
                session.missing = []
            }
            perform(session.life.ownerAppeared(owner), session)
            if registry[path]?.state == .unavailable {
                change(path) { $0.setState(.idle) }
                reschedule(path)
            }
        } else {
            perform(session.life.ownerVanished(), session)
        }
    }

    private func activate(_ name: BusName, _ session: ProviderSession) async {
        session.life.started(.activated)
        do {
            let _: UInt32 = try await connection.call(
                .bus, path: .bus, interface: .bus, "StartServiceByName", name.rawValue, UInt32(0))
        } catch {
            let isUnknown = (error as? RemoteError)?.name == .serviceUnknown
            let reason = isUnknown ? "nobody owns \(name), and the bus cannot start it" : "\(error)"
            if isUnknown, session.life.state == .starting { change(session.path) { $0.setState(.unavailable) } }
            perform(session.life.startFailed(reason), session)
        }
    }

    private func spawn(_ command: String, _ session: ProviderSession, _ identifier: WidgetIdentifier) {
        do {
            var request = ChildProcess.Request(try ExecLine.split(command), environment: environment)
            request.environment[TodayBus.widgetVariable] = identifier.rawValue
            request.output = 2
            let path = session.path
            session.process = try SpawnedProcess.start(request, on: loop, patience: timing.ending) {
                [weak self] process, exit in
                self?.assumeIsolated { center in
                    center.logger.debug("\(identifier): the provider ended with \(exit)")
                    center.processEnded(path, process, exit)
                }
            }
            session.life.started(.spawned)
        } catch {
            perform(session.life.startFailed("\(error)"), session)
        }
    }

    private func processEnded(_ path: ObjectPath, _ process: SpawnedProcess, _ exit: ChildProcess.Exit) {
        // A successor may run already, whose life this is not.
        guard let session = sessions[path], session.process === process else { return }
        session.process = nil
        perform(session.life.processEnded("\(exit)"), session)
    }

    private func greet(_ session: ProviderSession, _ owner: BusName) async {
        guard let record = registry[session.path] else { return }
        do {
            let context = context(of: record, .start).dictionary
            let changes: [String: DBusValue] = try await call(
                record, owner, ProviderMember.beginRequest, until: clock.steady() + timing.provider
            ) { [connection] in
                try await connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, ProviderMember.beginRequest,
                    timeout: $0.timeout, context)
            }
            let patch = try WidgetChanges(changes)
            try registry.checkTotalSize(patch.content, for: record.path)
            try change(record.path) { record in
                try record.apply(patch, from: .cached, at: clock.wall())
            }
        } catch let trouble as ProviderTrouble where trouble.kind == .missing {
            // Having nothing to say at the start is fine.
        } catch {
            logger.warning("\(record.identifier): BeginRequest: \(error)")
        }
        perform(session.life.greeted(owner), session)
    }

    // MARK: Ending

    /// Ends what was started for a widget, and tells whoever waits.
    func endProvider(at path: ObjectPath) {
        guard let session = sessions.removeValue(forKey: path) else { return }
        perform(session.life.end(), session)
        if let watch = session.nameWatch { onConnection { $0.cancel(watch) } }
    }

    /// A provider did not answer in time: one that was started here is started anew next time.
    func providerHung(_ path: ObjectPath, _ owner: BusName) {
        guard let session = sessions[path], session.life.owner == owner else { return }
        perform(session.life.hung(), session)
    }

    /// The connection that registered a widget has left.
    func registrantLeft(_ record: WidgetRecord) {
        if record.definition.transient { return remove(record.path) }
        change(record.path) { record in
            record.registrant = nil
            guard case .callingConnection = record.provider else { return [] }
            return record.setState(.unavailable)
        }
        guard case .callingConnection = record.provider else { return }
        if let session = sessions[record.path] { perform(session.life.ownerVanished(), session) }
        reschedule(record.path)
    }

    // MARK: Calling

    /// Where a call goes and how long it may take.
    struct ProviderCall {
        let owner: BusName
        let path: ObjectPath
        let timeout: Duration
    }

    /// Calls a method of a provider by its unique name; `send` does the call.
    func call<Value>(
        _ record: WidgetRecord, _ owner: BusName, _ member: MemberName, until deadline: MonotonicTime,
        _ send: (ProviderCall) async throws -> Value
    ) async throws(ProviderTrouble) -> Value {
        guard let path = record.providerPath else { throw ProviderTrouble(.notStartable, "the widget has no provider") }
        let session = session(at: record.path)
        if session.missing.contains(member) { throw ProviderTrouble(.missing, "the provider has no \(member)") }
        while true {
            do {
                let answer = try await send(
                    ProviderCall(owner: owner, path: path, timeout: deadline - clock.steady()))
                guard sessions[record.path] === session else {
                    throw ProviderTrouble(.vanished, "the widget has another provider now")
                }
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
                throw ProviderTrouble(error)
            }
        }
    }

    private func pause(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            _ = loop.schedule(at: .now + duration) { continuation.resume() }
        }
    }

    /// Calls a method without arguments of every provider that runs, and does not wait.
    func tellProviders(_ member: MemberName) {
        for (path, session) in sessions {
            guard case .ready(let owner) = session.life.state, let record = registry[path],
                registry.isArranged(record.identifier), !session.missing.contains(member)
            else { continue }
            Task { [connection] in
                await waitForAnswer(path)
                try? await call(record, owner, member, until: clock.steady() + timing.provider) {
                    try await connection.call(
                        $0.owner, path: $0.path, interface: TodayBus.provider, member, timeout: $0.timeout)
                }
            }
        }
    }

    /// What a provider is told with a call.
    func context(of record: WidgetRecord, _ reason: UpdateReason) -> UpdateContext {
        var context = UpdateContext(identifier: record.identifier, reason: reason)
        context.displayMode = record.displayMode
        // POSIX: an empty variable counts as unset.
        context.locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
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
