internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayPlatform
internal import TodayServiceRules

/// The App Groups of the service: their objects come and go with the definitions that name them, and they carry out what
/// ``GroupQueue`` decides.
actor AppGroups {
    private let service: ServiceContext
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.apps.unownedExecutor }

    /// Where the folders are that the members of a group share; nil where there is no home.
    private let data: String?
    private let file: GroupFile
    private let callerWatch: CallerWatch

    /// The groups that a definition names, and those that are still at work.
    private(set) var sessions: [ObjectPath: GroupSession] = [:]
    private var names = GroupNames()
    private(set) var memory: GroupMemory
    private(set) var timer: EventLoop.Timer?
    /// Values have left memory, which is not given back to the system yet.
    private var hasFreed = false

    /// - Parameter disk: a thread that may wait for disks.
    init(_ service: ServiceContext, disk: EventLoop) {
        self.service = service
        data = StatePlaces(environment: service.environment).data
        callerWatch = CallerWatch(service.apps)
        file = GroupFile(folder: data, loop: disk, logger: service.logger)
        memory = GroupMemory(patience: service.timing.groupMemory.nanoseconds)
    }

    /// Begins to notice that listeners leave.
    func follow() async throws { try await callerWatch.follow() }

    // MARK: Groups come and go

    /// Takes which groups a widget's definition names now; none for a widget that is gone.
    func follow(_ named: [String], of widget: ObjectPath) {
        let (come, gone) = names.set(named, by: widget)
        for group in come { add(group) }
        for group in gone { remove(group) }
    }

    private func add(_ group: String) {
        let path = TodayBus.path(ofGroup: group)
        makeFolder(of: group)
        if sessions[path] == nil { sessions[path] = GroupSession(group, at: path) }
        do { try service.onApps { try $0.export(Self.interface, of: self, at: path) } } catch {
            service.logger.error("\(group): \(error)")
        }
    }

    /// The values stay on disk, and who listens hears of the group when it is back.
    private func remove(_ group: String) {
        let path = TodayBus.path(ofGroup: group)
        service.onApps { $0.unexport(path) }
        if let session = sessions[path] { letGo(session) }
    }

    /// Frees what a group that nobody names needs not, and notes the use of any other.
    private func letGo(_ session: GroupSession) {
        guard session.queue.isIdle else { return }
        if names.contains(session.group) { return keepForNow(session) }
        unload(session)
        if session.listeners.isEmpty { sessions[session.path] = nil }
    }

    /// Makes the folder that those who share a group have for files.
    ///
    /// It is one call of the system for a folder that is there, and a few for a new one; whoever names a group may use
    /// its folder as soon as that is answered.
    private func makeFolder(of group: String) {
        guard let data else { return }
        let folder = "\(data)/groups/\(group)"
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        UserFolders.make(folder)
        if access(folder, F_OK) != 0 {
            service.logger.warning("\(folder) cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    /// Checks that a sandboxed app may use the groups that a definition names, beside those that it uses already. One that
    /// nobody names any more counts as long as somebody listens to it.
    ///
    /// - Parameter others: the other widgets of the app.
    /// - Throws: ``CenterError`` `LimitExceeded`.
    func checkShare(
        of definition: WidgetDefinition, _ app: SandboxedApp, beside others: some Sequence<ObjectPath>
    ) throws(CenterError) {
        if definition.appGroups.isEmpty { return }
        var used = Set(definition.appGroups)
        for path in others { used.formUnion(names.groups(of: path)) }
        for session in sessions.values where !names.contains(session.group) && app.owns(group: session.group) {
            used.insert(session.group)
        }
        guard used.count <= Limits.groupsPerApp else {
            throw CenterError(
                .limitExceeded,
                "AppGroups: \(definition.appGroups): the app \(app.id) would use \(used.count) App Groups, "
                    + "GroupsPerApp is \(Limits.groupsPerApp)")
        }
    }

    // MARK: Requests

    func ask(
        _ request: GroupQueue<GroupReply>.Request, _ call: MethodCall,
        answer: @escaping @Sendable (GroupQueue<GroupReply>.Answer) throws -> Void,
        refuse: @escaping @Sendable (any Error) -> Void
    ) throws {
        guard let session = sessions[call.path] else {
            throw RemoteError(.unknownObject, "there is no App Group at \(call.path)")
        }
        perform(
            session.queue.ask(
                request,
                GroupReply(caller: call.sender, stores: request.stores, answer: answer, refuse: refuse)), session)
    }

    private func perform(_ actions: [GroupQueue<GroupReply>.Action], _ session: GroupSession) {
        for action in actions {
            switch action {
            case .load: load(session)
            case .write(let change, let store, let isWhole): write(change, store, isWhole, session)
            case .tell(let change): tell(change, session)
            case .answer(let reply, let result): answer(reply, result, session)
            }
        }
        letGo(session)
    }

    private func load(_ session: GroupSession) {
        Task {
            do throws(GroupFile.Trouble) {
                let loaded = try await file.load(session.group)
                perform(session.queue.loaded(.success(loaded.values)), session)
                if loaded.beginsAnew { rewrite() }
            } catch {
                perform(session.queue.loaded(.failure(error)), session)
            }
        }
    }

    private func write(_ change: GroupChange, _ store: GroupStore, _ isWhole: Bool, _ session: GroupSession) {
        Task {
            do throws(GroupFile.Trouble) {
                let beginsAnew = try await file.write(session.group, change, store, isWhole: isWhole)
                perform(session.queue.written(.success(())), session)
                if beginsAnew { rewrite() }
            } catch {
                perform(session.queue.written(.failure(error)), session)
            }
        }
    }

    /// A broken file was set aside: what is known of it goes into the new one.
    private func rewrite() {
        for session in sessions.values where session.queue.isLoaded {
            perform(session.queue.ask(.rewrite, nil), session)
        }
    }

    private func tell(_ change: GroupChange, _ session: GroupSession) {
        guard !session.listeners.isEmpty else { return }
        do {
            let changed = try change.changed.mapValues { try $0.value }
            let removed = Array(change.removed)
            let (path, listeners) = (session.path, session.listeners)
            try service.onApps { apps in
                for listener in listeners { try apps.emit(Self.changed, at: path, to: listener, changed, removed) }
            }
        } catch {
            service.logger.error("\(session.group): \(error)")
        }
    }

    private func answer(
        _ reply: GroupReply, _ result: Result<GroupQueue<GroupReply>.Answer, any Error>, _ session: GroupSession
    ) {
        do {
            let answer = try result.get()
            if case .values = answer, let caller = reply.caller {
                session.listeners.insert(caller)
                callerWatch.watch(caller) { [weak self] in self?.assumeIsolated { $0.forget(listener: caller) } }
            }
            try reply.answer(answer)
        } catch let trouble as GroupFile.Trouble {
            reply.refuse(
                reply.stores
                    ? CenterError(.notStored, "\(session.group): nothing has changed: \(trouble)")
                    : RemoteError(.failed, "\(session.group) cannot be read: \(trouble)"))
        } catch {
            reply.refuse(error)
        }
    }

    /// A connection has left the bus.
    private func forget(listener name: BusName) {
        for session in sessions.values where session.listeners.remove(name) != nil { letGo(session) }
    }

    // MARK: Memory

    /// Has a group keep its values for a while, and others let go of theirs.
    func keepForNow(_ session: GroupSession) {
        guard session.queue.isLoaded else { return memory.forget(session.path) }
        memory.use(session.path, session.queue.byteCount, at: MonotonicTime.now.nanoseconds)
        unloadUnused()
        watchMemory()
    }

    /// Has a group that nobody names let go of its values.
    func unload(_ session: GroupSession) {
        memory.forget(session.path)
        guard session.queue.isLoaded else { return }
        session.queue.unload()
        hasFreed = true
        watchMemory()
    }

    private func unloadUnused() {
        while let path = memory.popUnused(at: MonotonicTime.now.nanoseconds) {
            // One that is at work is noted again when that is done.
            guard let session = sessions[path], session.queue.isIdle else { continue }
            session.queue.unload()
            hasFreed = true
        }
    }

    /// Waits until values have to go, or until memory can be given back; for nothing while there is neither.
    private func watchMemory() {
        let now = MonotonicTime.now.nanoseconds
        guard timer == nil, let end = hasFreed ? now : memory.nextEnd else { return }
        // Groups that were used about the same time let go together.
        let wait = MonotonicTime(nanoseconds: end) - MonotonicTime.now + service.timing.groupMemory / 4
        timer = service.loop.schedule(at: .now + wait) { [weak self] in
            self?.assumeIsolated { $0.timerFired() }
        }
    }

    private func timerFired() {
        timer = nil
        unloadUnused()
        if hasFreed {
            hasFreed = false
            Task { await file.giveBackMemory() }
        }
        watchMemory()
    }

    // MARK: The end

    /// Waits until what was asked for is on disk, or the disk takes too long. What comes later is refused.
    func finish() async {
        let isInTime = FirstAnswer<Bool>()
        _ = service.loop.schedule(at: .now + service.timing.storingAtExit) { isInTime.settle(false) }
        Task {
            await file.close()
            isInTime.settle(true)
        }
        if await !isInTime.value {
            service.logger.error("the disk is too slow: the last values of App Groups may be lost")
        }
    }
}
