internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayPlatform
internal import TodayServiceRules

/// The App Groups of the service. Their objects are added and removed with the definitions that name them; they carry
/// out the decisions of ``GroupQueue``.
actor AppGroups {
    private let service: ServiceContext
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.apps.unownedExecutor }

    /// The parent of the folders that the members of a group share; nil if the home folder is unknown.
    private let data: String?
    private let file: GroupFile
    private let callerWatch: CallerWatch

    /// The groups that a definition names, and groups that are still busy.
    private(set) var sessions: [ObjectPath: GroupSession] = [:]
    private var names = GroupNames()
    private(set) var memory: GroupMemory
    private(set) var timer: EventLoop.Timer?
    /// Whether values have left memory that isn't returned to the system yet.
    private var hasFreed = false

    /// - Parameter disk: a thread that may wait for disks.
    init(_ service: ServiceContext, disk: EventLoop) {
        self.service = service
        data = StatePlaces(environment: service.environment).data
        callerWatch = CallerWatch(service.apps)
        file = GroupFile(folder: data, loop: disk, logger: service.logger)
        memory = GroupMemory(patience: service.timing.groupMemory.nanoseconds)
    }

    /// Starts to watch for listeners that leave.
    func follow() async throws { try await callerWatch.follow() }

    // MARK: Adding and removing groups

    /// Sets the groups that a widget's definition names now; none for a widget that is gone.
    func follow(_ named: [String], of widget: ObjectPath) {
        let (added, removed) = names.set(named, by: widget)
        for group in added { add(group) }
        for group in removed { remove(group) }
    }

    private func add(_ group: String) {
        let path = TodayBus.path(ofGroup: group)
        makeFolder(of: group)
        if sessions[path] == nil { sessions[path] = GroupSession(group, at: path) }
        do { try service.onApps { try $0.export(Self.interface, of: self, at: path) } } catch {
            service.logger.error("\(group): \(error)")
        }
    }

    /// Removes the object. The values stay on disk, and listeners get changes again when the group is back.
    private func remove(_ group: String) {
        let path = TodayBus.path(ofGroup: group)
        service.onApps { $0.unexport(path) }
        if let session = sessions[path] { release(session) }
    }

    /// Frees the resources of an idle group: at once if no definition names it, else after a while.
    private func release(_ session: GroupSession) {
        guard session.queue.isIdle else { return }
        if names.contains(session.group) { return keepInMemory(session) }
        unload(session)
        if session.listeners.isEmpty { sessions[session.path] = nil }
    }

    /// Creates the folder for files that the members of a group share.
    ///
    /// This takes one system call for an existing folder, and a few for a new one. A client that names a group may use
    /// its folder as soon as its call is answered.
    private func makeFolder(of group: String) {
        guard let data else { return }
        let folder = "\(data)/groups/\(group)"
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        UserFolders.make(folder)
        if access(folder, F_OK) != 0 {
            service.logger.warning("cannot create \(folder): \(String(cString: strerror(errno)))")
        }
    }

    /// Checks that a sandboxed app may use the groups that a definition names, besides those that it already uses. A
    /// group that is no longer named counts as long as it has listeners.
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
            throw RemoteError(.unknownObject, "unknown App Group at \(call.path)")
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
            case .emit(let change): emit(change, session)
            case .answer(let reply, let result): answer(reply, result, session)
            }
        }
        release(session)
    }

    private func load(_ session: GroupSession) {
        Task {
            do throws(GroupFile.Trouble) {
                let loaded = try await file.load(session.group)
                perform(session.queue.loaded(.success(loaded.values)), session)
                if loaded.isNewFile { rewrite() }
            } catch {
                perform(session.queue.loaded(.failure(error)), session)
            }
        }
    }

    private func write(_ change: GroupChange, _ store: GroupStore, _ isWhole: Bool, _ session: GroupSession) {
        Task {
            do throws(GroupFile.Trouble) {
                let isNewFile = try await file.write(session.group, change, store, isWhole: isWhole)
                perform(session.queue.written(.success(())), session)
                if isNewFile { rewrite() }
            } catch {
                perform(session.queue.written(.failure(error)), session)
            }
        }
    }

    /// Writes the groups in memory to a new file, after a damaged file was set aside.
    private func rewrite() {
        for session in sessions.values where session.queue.isLoaded {
            perform(session.queue.ask(.rewrite, nil), session)
        }
    }

    private func emit(_ change: GroupChange, _ session: GroupSession) {
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
                    ? CenterError(.notStored, "\(session.group): not stored: \(trouble)")
                    : RemoteError(.failed, "\(session.group) cannot be read: \(trouble)"))
        } catch {
            reply.refuse(error)
        }
    }

    /// Removes a listener whose connection has left the bus.
    private func forget(listener name: BusName) {
        for session in sessions.values where session.listeners.remove(name) != nil { release(session) }
    }

    // MARK: Memory

    /// Keeps the values of a group in memory for a while, and unloads other groups.
    func keepInMemory(_ session: GroupSession) {
        guard session.queue.isLoaded else { return memory.forget(session.path) }
        memory.use(session.path, session.queue.byteCount, at: MonotonicTime.now.nanoseconds)
        unloadUnused()
        watchMemory()
    }

    /// Unloads the values of a group that no definition names.
    func unload(_ session: GroupSession) {
        memory.forget(session.path)
        guard session.queue.isLoaded else { return }
        session.queue.unload()
        hasFreed = true
        watchMemory()
    }

    private func unloadUnused() {
        while let path = memory.popUnused(at: MonotonicTime.now.nanoseconds) {
            // A busy group is recorded again when it is done.
            guard let session = sessions[path], session.queue.isIdle else { continue }
            session.queue.unload()
            hasFreed = true
        }
    }

    /// Arms the timer for the next time at which values must be unloaded or memory can be returned; not at all
    /// otherwise.
    private func watchMemory() {
        let now = MonotonicTime.now.nanoseconds
        guard timer == nil, let end = hasFreed ? now : memory.nextEnd else { return }
        // Groups that were used at about the same time are unloaded together.
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
            Task { await file.releaseMemory() }
        }
        watchMemory()
    }

    // MARK: Ending

    /// Waits until all requested changes are on disk, or the disk takes too long. Later requests are refused.
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
