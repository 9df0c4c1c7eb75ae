internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// App Groups: their objects come and go with the definitions that name them, and carry out what ``GroupQueue`` decides.
extension Center {
    // MARK: Groups come and go

    /// Follows which groups a widget's definition names.
    func followGroups(of widget: ObjectPath) {
        let (come, gone) = groupNames.set(registry[widget]?.definition.appGroups ?? [], by: widget)
        for group in come { addGroup(group) }
        for group in gone { removeGroup(group) }
    }

    private func addGroup(_ group: String) {
        let path = TodayBus.path(ofGroup: group)
        makeFolder(of: group)
        if groups[path] == nil { groups[path] = GroupSession(group, at: path) }
        do { try onApps { try $0.export(Self.groupInterface, of: self, at: path) } } catch {
            logger.error("\(group): \(error)")
        }
    }

    /// The values stay on disk, and who listens hears of the group when it is back.
    private func removeGroup(_ group: String) {
        let path = TodayBus.path(ofGroup: group)
        onApps { $0.unexport(path) }
        if let session = groups[path] { letGo(session) }
    }

    /// Frees what a group that nobody names needs not, and notes the use of any other.
    private func letGo(_ session: GroupSession) {
        guard session.queue.isIdle else { return }
        if groupNames.contains(session.group) { return keepForNow(session) }
        unload(session)
        if session.listeners.isEmpty { groups[session.path] = nil }
    }

    /// Makes the folder that those who share a group have for files.
    ///
    /// It is one call of the system for a folder that is there, and a few for a new one; whoever names a group may use
    /// its folder as soon as that is answered.
    private func makeFolder(of group: String) {
        guard let data = StatePlaces(environment: environment).data else { return }
        let folder = "\(data)/groups/\(group)"
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        makeFolders(folder)
        if access(folder, F_OK) != 0 {
            logger.warning("\(folder) cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    // MARK: Requests

    func ask(
        _ request: GroupQueue<GroupReply>.Request, _ call: MethodCall,
        answer: @escaping @Sendable (GroupQueue<GroupReply>.Answer) throws -> Void,
        refuse: @escaping @Sendable (any Error) -> Void
    ) throws {
        guard let session = groups[call.path] else {
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
        let file = groupFile
        Task {
            do throws(GroupFile.Trouble) {
                let loaded = try await file.load(session.group)
                perform(session.queue.loaded(.success(loaded.values)), session)
                if loaded.beginsAnew { rewriteGroups() }
            } catch {
                perform(session.queue.loaded(.failure(error)), session)
            }
        }
    }

    private func write(_ change: GroupChange, _ store: GroupStore, _ isWhole: Bool, _ session: GroupSession) {
        let file = groupFile
        Task {
            do throws(GroupFile.Trouble) {
                let beginsAnew = try await file.write(session.group, change, store, isWhole: isWhole)
                perform(session.queue.written(.success(())), session)
                if beginsAnew { rewriteGroups() }
            } catch {
                perform(session.queue.written(.failure(error)), session)
            }
        }
    }

    /// A broken file was set aside: what is known of it goes into the new one.
    private func rewriteGroups() {
        for session in groups.values where session.queue.isLoaded {
            perform(session.queue.ask(.rewrite, nil), session)
        }
    }

    private func tell(_ change: GroupChange, _ session: GroupSession) {
        guard !session.listeners.isEmpty else { return }
        do {
            let changed = try change.changed.mapValues { try $0.value }
            let removed = Array(change.removed)
            let (path, listeners) = (session.path, session.listeners)
            try onApps { apps in
                for listener in listeners { try apps.emit(Self.groupChanged, at: path, to: listener, changed, removed) }
            }
        } catch {
            logger.error("\(session.group): \(error)")
        }
    }

    private func answer(
        _ reply: GroupReply, _ result: Result<GroupQueue<GroupReply>.Answer, any Error>, _ session: GroupSession
    ) {
        do {
            let answer = try result.get()
            if case .values = answer, let caller = reply.caller {
                session.listeners.insert(caller)
                watchCaller(caller)
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
    func forgetGroupListener(_ name: BusName) {
        for session in groups.values where session.listeners.remove(name) != nil { letGo(session) }
    }

    // MARK: The end

    /// Waits until what was asked for is on disk, or the disk takes too long. What comes later is refused.
    func finishGroups() async {
        let file = groupFile
        let isInTime = await withCheckedContinuation { continuation in
            let once = Once(continuation)
            _ = loop.schedule(at: .now + timing.storingAtExit) { once.resume(false) }
            Task {
                await file.close()
                once.resume(true)
            }
        }
        if !isInTime { logger.error("the disk is too slow: the last values of App Groups may be lost") }
    }
}
