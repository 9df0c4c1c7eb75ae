internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// What the methods of the contract do.
extension Center {
    // MARK: Registration

    func registerWidget(
        _ text: String, _ dictionary: [String: DBusValue], by caller: BusName, over endpoint: Endpoint = .center,
        as owner: Caller = .unconfined
    ) throws -> ObjectPath {
        let identifier: WidgetIdentifier
        let definition: WidgetDefinition
        do { identifier = try WidgetIdentifier(text) } catch {
            throw CenterError(.invalidIdentifier, "identifier: \(error)")
        }
        do { definition = try WidgetDefinition(dictionary) } catch {
            throw CenterError(.invalidDefinition, "\(error)")
        }
        try owner.check(definition)
        let hosted = registry[identifier]
        let known = hosted?.record
        try checkMayRegister(identifier, known, caller)
        var record = WidgetRecord(identifier, definition, source: .registered)
        record.registrant = caller
        record.endpoint = endpoint
        record.sandboxedApp = owner.app
        try checkShare(of: record, caller, owner)
        try registry.checkProviderIsFree(record)
        let content = definition.changes.content ?? (known?.sandboxedApp == owner.app ? nil : known?.keptContent)
        try registry.checkTotalSize(content, of: owner.app, for: record.path)
        try definition.changes.content?.checkURLs(isSandboxed: owner.isSandboxed, .invalidDefinition)
        if let hosted {
            try redefine(hosted, as: record, definition.changes)
        } else {
            if let kept = registry.recall(identifier, at: clock.wall(), of: owner.app) {
                record.restore(kept, isSnapshot: false)
            }
            if registry.count >= Limits.widgets { throw registry.isFull }
            _ = try record.accept(definition.changes, from: .definition, at: clock.wall())
            try add(record, isUntried: nil)
        }
        watchCaller(caller)
        return record.path
    }

    private func checkMayRegister(_ identifier: WidgetIdentifier, _ known: WidgetRecord?, _ caller: BusName)
        throws(CenterError)
    {
        if known?.source == .manifest {
            throw CenterError(.alreadyRegistered, "identifier: \(identifier) is defined by a manifest")
        }
        if let known, let other = known.registrant, other != caller, case .callingConnection = known.provider {
            throw CenterError(.alreadyRegistered, "identifier: \(identifier) is provided by \(other)")
        }
    }

    /// Whether a caller may register one more widget: a sandboxed app over all its connections, anybody else over one.
    private func checkShare(of record: WidgetRecord, _ caller: BusName, _ owner: Caller) throws {
        func others(_ paths: Set<ObjectPath>) -> Int { paths.count - (paths.contains(record.path) ? 1 : 0) }
        if case .sandboxed(let app) = owner {
            let count = others(registry.index.widgets(ofApp: app.id))
            guard count < Limits.widgetsPerApp else {
                throw CenterError(
                    .limitExceeded,
                    "identifier: \(record.identifier) is one too many: the app \(app.id) has registered \(count) widgets, "
                        + "WidgetsPerApp is \(Limits.widgetsPerApp)")
            }
            let others = registry.index.widgets(ofApp: app.id).subtracting([record.path])
            let definition = record.definition
            return try onGroups { try $0.checkShare(of: definition, app, beside: others) }
        }
        let count = others(registry.index.widgets(of: caller))
        guard count < Limits.widgetsPerConnection else {
            throw CenterError(
                .limitExceeded,
                "identifier: \(record.identifier) is one too many: \(caller) has registered \(count) widgets, "
                    + "WidgetsPerConnection is \(Limits.widgetsPerConnection)")
        }
    }

    func unregisterWidget(_ text: String) throws {
        let widget = try registry.find(text)
        guard widget.record.source == .registered else {
            throw RemoteError(
                .notSupported, "identifier: \(widget.identifier) is defined by a manifest, and goes when that goes")
        }
        remove(widget, keeping: .place)
    }

    // MARK: Content

    /// - Parameter isSandboxed: whether the caller runs in a sandbox.
    func updateWidget(
        _ text: String, _ changes: [String: DBusValue], isSandboxed: Bool = false, _ reply: @escaping PushReply
    ) throws {
        try registry.find(text).push(changes, isSandboxed: isSandboxed, reply, self)
    }

    func setHasContent(_ text: String, _ flag: Bool) throws {
        let widget = try registry.find(text)
        widget.releasePushes(self)
        if widget.record.hasContent == flag { return }
        var changes = WidgetChanges()
        changes.hasContent = flag
        try accept(changes, .push, for: widget, isSandboxed: false, state: nil)
    }

    // MARK: Updates and taps

    /// Has a widget updated for a caller.
    ///
    /// - Parameter answer: is told the result; nil when nobody wants to know.
    func performUpdate(_ text: String, by caller: BusName?, _ answer: RunAnswer?) throws {
        let widget = try registry.find(text)
        if widget.record.provider == .none {
            answer?.settle(.success(.noData))
            return
        }
        if let caller, let answer, widget.run.isRunning { try refuseProvider(caller, of: widget, answer) }
        widget.update(.requested, waiter: answer, self)
    }

    /// Keeps a provider from waiting for itself: it may not ask for the run that it is answering.
    ///
    /// - Throws: `InvalidArgs` when it asks over the connection that is called. One that asks over another connection is
    ///   found out a moment later, and gets that as its answer.
    private func refuseProvider(_ caller: BusName, of widget: HostedWidget, _ answer: RunAnswer) throws {
        guard let session = widget.session else { return }
        let refusal = RemoteError(
            .invalidArgs, "identifier: \(widget.identifier) is being updated by the caller, which would wait for itself"
        )
        if session.life.owner == caller { throw refusal }
        // Many calls of one caller ask the same.
        if widget.ownRunQuestions[caller]?.append(answer) != nil { return }
        widget.ownRunQuestions[caller] = [answer]
        Task {
            let isOwn = await isProvider(caller, session)
            let answers = widget.ownRunQuestions.removeValue(forKey: caller) ?? []
            if isOwn { for answer in answers { answer.settle(.failure(refusal)) } }
        }
    }

    /// Whether a connection is of the process that provides a widget, or of one that it has started. For the process of this
    /// center, which has providers and callers in it only in tests, that is not told.
    private func isProvider(_ caller: BusName, _ session: ProviderSession) async -> Bool {
        guard let process = try? await connection.credentials(of: caller).processID, process != getpid() else {
            return false
        }
        if let spawned = session.process, let family = providers.processes[spawned]?.family {
            return await providers.descendants.contains(Int32(clamping: process), in: family)
        }
        guard let owner = session.life.owner else { return false }
        return (try? await connection.credentials(of: owner).processID) == process
    }

    func invokeAction(
        _ text: String, _ action: String, _ parameter: [DBusValue], _ platformData: [String: DBusValue],
        by caller: BusName?
    ) async throws {
        let widget = try registry.find(text)
        guard parameter.count <= 1 else {
            throw RemoteError(.invalidArgs, "parameter: it has \(parameter.count) values, not 0 or 1")
        }
        do {
            let data = KeyedValues(platformData)
            for key in ["activation-token", "desktop-startup-id", "node"] { _ = try data.text(key) }
            _ = try data.integer("revision", in: 0...UInt64.max)
        } catch {
            throw RemoteError(.invalidArgs, "platform_data: \(error)")
        }
        if let fault = CenterAction.fault(in: action) { throw CenterError(.actionFailed, "action: \(fault)") }
        switch CenterAction(rawValue: action) {
        case .toggleDisplayMode:
            widget.releasePushes(self)
            let other: DisplayMode = widget.record.displayMode == .compact ? .expanded : .compact
            guard other <= widget.record.largestDisplayMode else {
                throw CenterError(
                    .actionFailed,
                    "action: \(action): \(widget.record.largestDisplayMode.rawValue) is the largest mode of this widget"
                )
            }
            try setDisplayMode(text, other.rawValue)
        case .refresh:
            let answer = RunAnswer()
            try performUpdate(text, by: caller, answer)
            _ = try await answer.value.get()
        case nil:
            try await forward(widget, ProviderMember.invokeAction) {
                try await $0.connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, ProviderMember.invokeAction,
                    timeout: $0.timeout, action, parameter, platformData)
            }
        }
    }

    /// Calls a provider on behalf of a tap, and takes over its changes.
    private func forward(
        _ widget: HostedWidget, _ member: MemberName,
        _ send: (ProviderSession.Call) async throws -> [String: DBusValue]
    ) async throws {
        var called: BusName?
        do {
            guard widget.record.provider != .none else { throw ProviderTrouble.noProvider }
            let deadline = clock.steady() + timing.provider
            let owner = try await session(of: widget).reach(until: deadline, self)
            called = owner
            let changes = try WidgetChanges(
                try await session(of: widget).call(owner, member, until: deadline, self, send))
            try accept(changes, .push, for: widget, isSandboxed: false, state: nil)
        } catch {
            if let called, (error as? ProviderTrouble)?.kind == .deadline { widget.session?.hung(called, self) }
            throw CenterError(.actionFailed, ForeignText.cleaned(ErrorText(error).text, keepsLines: true))
        }
    }

    // MARK: Arranging and modes

    func arrange(_ texts: [String], _ options: [String: DBusValue]) throws {
        let expected: [String]?
        do { expected = try KeyedValues(options).strings("Expected") } catch {
            throw RemoteError(.invalidArgs, "options: \(error)")
        }
        // Pushes that are held come before whatever else changes their widgets, unless that is refused.
        var arranged = registry
        for identifier in try arranged.arrange(texts, expected: expected) {
            if let widget = registry[identifier] { widget.releasePushes(self) }
        }
        for identifier in try registry.arrange(texts, expected: expected).sorted() {
            guard let widget = registry[identifier] else { continue }
            change(widget) { _ in [.arranged] }
            reschedule(widget)
            widget.session?.tellViewing(self)
        }
        publishCenter()
    }

    func setDisplayMode(_ text: String, _ word: String) throws {
        let widget = try registry.find(text)
        guard let mode = DisplayMode(rawValue: word) else {
            throw RemoteError(.invalidArgs, "mode: \(word.debugDescription) is neither compact nor expanded")
        }
        let changed: Set<WidgetMember>
        do {
            changed = try change(widget) { record in try record.setDisplayMode(mode) }
        } catch {
            throw RemoteError(.invalidArgs, "\(error)")
        }
        guard changed.contains(.displayMode), widget.record.provider != .none else { return }
        let size = context(of: widget, .requested).maximumSize(for: mode)
        widget.modesToTell += 1
        Task {
            defer { widget.modesToTell -= 1 }
            do {
                try await forward(widget, ProviderMember.displayModeChanged) {
                    try await $0.connection.call(
                        $0.owner, path: $0.path, interface: TodayBus.provider, ProviderMember.displayModeChanged,
                        timeout: $0.timeout, mode.rawValue, size)
                }
            } catch {
                service.log(.debug, widget.identifier, "DisplayModeChanged: \(error)")
            }
        }
    }
}
