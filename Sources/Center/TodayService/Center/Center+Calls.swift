internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// The methods of the contract.
extension Center {
    // MARK: Callers

    /// Returns the endpoint that a call came over.
    nonisolated func endpoint(of call: MethodCall) -> Endpoint { call.connection === service.apps ? .apps : .center }

    /// Returns the caller behind a call. Over the center's own name, it is never in a sandbox: the filter rejects
    /// those.
    func caller(of call: MethodCall) -> Caller {
        endpoint(of: call) == .center ? .unconfined : callers.caller(of: call)
    }

    /// Returns the caller behind a call about a widget. An app in a sandbox may ask only about its own widgets.
    ///
    /// - Throws: ``CenterError`` `NotAuthorized`, whether or not the widget exists.
    func caller(of call: MethodCall, about identifier: String) throws -> Caller {
        let caller = caller(of: call)
        try caller.checkWidget(identifier)
        return caller
    }

    /// Returns the widget of an exported object.
    func widget(at path: ObjectPath) throws -> HostedWidget {
        guard let widget = registry[path] else {
            throw RemoteError(.unknownObject, "unknown widget at \(path)")
        }
        return widget
    }

    // MARK: Registration

    /// Registers a widget, and replies when it is on disk.
    func registerWidget(
        _ identifier: String, _ definition: [String: DBusValue], by call: MethodCall, _ reply: DeferredReply<ObjectPath>
    ) throws {
        let caller = try caller(of: call, about: identifier)
        let path = try registerWidget(
            identifier, definition, by: call.sender ?? .bus, over: endpoint(of: call), as: caller)
        let answer = beginAnswering(path)
        keeper.afterCommit(self) { [weak self] in
            reply.send(path)
            self?.assumeIsolated { $0.registrationAnswered(path, answer) }
        }
    }

    func registerWidget(
        _ text: String, _ dictionary: [String: DBusValue], by caller: BusName, over endpoint: Endpoint = .center,
        as owner: Caller = .unconfined
    ) throws -> ObjectPath {
        let identifier: WidgetIdentifier
        let definition: WidgetDefinition
        do { identifier = try WidgetIdentifier(widget: text) } catch {
            throw CenterError(.invalidIdentifier, "identifier: \(error)")
        }
        do { definition = try WidgetDefinition(dictionary) } catch {
            throw CenterError(.invalidDefinition, "\(error)")
        }
        try owner.check(definition)
        let hosted = registry[identifier]
        let known = hosted?.record
        try registry.checkMayRegister(identifier, caller)
        var record = WidgetRecord(identifier, definition, source: .registered)
        record.registrant = caller
        record.endpoint = endpoint
        record.sandboxedApp = owner.app
        try registry.checkShare(of: record, caller, owner)
        if case .sandboxed(let app) = owner {
            let others = registry.index.widgets(ofApp: app.id).subtracting([record.path])
            try onGroups { [record] in try $0.checkShare(of: record.definition, app, beside: others) }
        }
        try registry.checkProviderIsFree(record)
        if definition.changes.content != nil || known?.sandboxedApp != owner.app
            || record.sampleBytes > known?.sampleBytes ?? 0
        {
            let bytes = definition.changes.content?.byteCount ?? known?.storedContent.byteCount ?? 0
            try registry.checkTotalSize(bytes: bytes + record.sampleBytes, of: owner.app, for: record.path)
        }
        try definition.changes.content?.checkURLs(isSandboxed: owner.isSandboxed, .invalidDefinition)
        try definition.sample?.checkURLs(isSandboxed: owner.isSandboxed, .invalidDefinition)
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

    func unregisterWidget(_ text: String) throws {
        do { _ = try WidgetIdentifier(widget: text) } catch {
            throw CenterError(.invalidIdentifier, "identifier: \(error)")
        }
        let widget = try registry.find(text)
        guard widget.record.source == .registered else {
            throw RemoteError(
                .notSupported,
                "identifier: \(widget.identifier) is defined by a manifest; remove that to remove the widget")
        }
        registry.forgetRemoved(of: widget.identifier)
        remove(widget, keeping: .place)
    }

    // MARK: Content

    /// - Parameter isSandboxed: whether the caller runs in a sandbox.
    func updateWidget(
        _ text: String, _ changes: [String: DBusValue], isSandboxed: Bool = false, _ reply: @escaping PushReply
    ) throws {
        try registry.find(text).push(changes, isSandboxed: isSandboxed, reply, self)
    }

    func setHasContent(_ text: String, _ flag: Bool, _ reply: @escaping PushReply) throws {
        let widget = try registry.find(text)
        // Setting the current value costs nothing.
        if widget.record.hasContent == flag, widget.pushGate?.held == nil, widget.answersInFlight == 0 {
            return reply(.success(widget.record.revision))
        }
        try widget.push(hasContent: flag, reply, self)
    }

    // MARK: Updates and taps

    /// Updates a widget for a caller.
    ///
    /// - Parameter answer: receives the result; nil if it isn't needed.
    func performUpdate(_ text: String, by caller: BusName?, _ answer: RunAnswer?) throws {
        let widget = try registry.find(text)
        if widget.record.provider == .none {
            answer?.settle(.success(.noData))
            return
        }
        // A call over another connection joins the run; if a program waits for itself that way, the deadline ends it.
        if let caller, answer != nil, widget.run.isRunning, widget.session?.life.owner == caller {
            throw RemoteError(
                .invalidArgs,
                "identifier: \(widget.identifier) is being updated by the caller, which would wait for itself")
        }
        widget.update(.requested, waiter: answer, self)
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
            let data = VardictReader(platformData)
            for key in ["activation-token", "desktop-startup-id", "node"] { _ = try data.text(key) }
            _ = try data.integer("revision", in: 0...UInt64.max)
        } catch {
            throw RemoteError(.invalidArgs, "platform_data: \(error)")
        }
        if let fault = CenterAction.fault(in: action) {
            throw CenterError(.actionFailed, "action: \(fault)", kind: .unknownAction)
        }
        switch CenterAction(rawValue: action) {
        case .toggleDisplayMode:
            widget.releasePushes(self)
            let other: DisplayMode = widget.record.displayMode == .compact ? .expanded : .compact
            guard other <= widget.record.largestDisplayMode else {
                throw CenterError(
                    .actionFailed,
                    "action: \(action): \(widget.record.largestDisplayMode.rawValue) is the largest mode of this widget",
                    kind: .unknownAction)
            }
            try setDisplayMode(text, other.rawValue)
        case .refresh:
            let answer = RunAnswer()
            try performUpdate(text, by: caller, answer)
            _ = try await answer.value.get()
        case nil:
            try await widget.forward(ProviderMember.invokeAction, failuresAt: .notice, self) {
                try await $0.invokeAction(action: action, parameter: parameter, platformData: platformData)
            }
        }
    }

    // MARK: Arranging and modes

    func arrange(_ texts: [String], _ options: [String: DBusValue]) throws {
        let expected: [String]?
        do { expected = try VardictReader(options).strings("Expected") } catch {
            throw RemoteError(.invalidArgs, "options: \(error)")
        }
        let wanted = try registry.checkArrangement(texts, expected: expected)
        // Held pushes are applied before other changes to their widgets.
        for identifier in Set(registry.arrangement).symmetricDifference(wanted) {
            registry[identifier]?.releasePushes(self)
        }
        for identifier in registry.arrange(wanted).sorted() {
            guard let widget = registry[identifier] else { continue }
            change(widget) { _ in [.arranged] }
            reschedule(widget)
            widget.session?.reportViewing(self)
        }
        publishCenter()
    }

    func setDisplayMode(_ text: String, _ word: String) throws {
        let widget = try registry.find(text)
        guard let mode = DisplayMode(rawValue: word) else {
            throw RemoteError(.invalidArgs, "mode: \(word.quoted) isn't compact or expanded")
        }
        let changed: Set<WidgetMember>
        do {
            changed = try change(widget) { record in try record.setDisplayMode(mode) }
        } catch {
            throw RemoteError(.invalidArgs, "\(error)")
        }
        if changed.contains(.displayMode) { widget.reportDisplayMode(startsProvider: true, self) }
    }

    func beginViewing(by call: MethodCall, _ options: [String: DBusValue]) throws {
        let panel: ViewingOptions
        do { panel = try ViewingOptions(options) } catch { throw RemoteError(.invalidArgs, "options: \(error)") }
        guard let sender = call.sender else { return }
        // A program that the user has fixed is retried when a panel appears.
        for widget in registry.widgets { widget.session?.checkProgram(self) }
        try panels.begin(sender, panel, self)
        watchCaller(sender)
    }

    // MARK: URLs

    /// Opens a URL for a widget, when its turn comes. Returns whether a program opened it.
    ///
    /// - Parameters:
    ///   - isSandboxed: whether the caller runs in a sandbox.
    ///   - party: the party whose limit of URLs at a time applies.
    func openURL(
        _ text: String, _ string: String, _ options: [String: DBusValue], isSandboxed: Bool, for party: CallingParty
    ) async throws -> Bool {
        let record = try registry.find(text).record
        let url: WidgetURL
        do { url = try WidgetURL(string) } catch { throw CenterError(.invalidURL, "url: \(error)") }
        if url.isFile, isSandboxed || record.isSandboxed {
            throw CenterError(
                .invalidURL, "url: \(string.quoted) names a file, but the caller or the widget is sandboxed")
        }
        let token: String?
        do { token = try VardictReader(options).nonEmptyText("activation-token") } catch {
            throw RemoteError(.invalidArgs, "options: \(error)")
        }
        return try await desktop.urlOpenings.open(url, app: record.definition.containingApp, token: token, for: party)
    }
}
