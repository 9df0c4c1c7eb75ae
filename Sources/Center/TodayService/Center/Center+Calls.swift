internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// What the methods of the contract do, and for whom.
extension Center {
    // MARK: Who calls

    /// Which name a call came over.
    nonisolated func endpoint(of call: MethodCall) -> Endpoint { call.connection === service.apps ? .apps : .center }

    /// Who is behind a call. Over the center's own name that is nobody in a sandbox: the filter has seen to it.
    func caller(of call: MethodCall) -> Caller {
        endpoint(of: call) == .center ? .unconfined : callers.caller(of: call)
    }

    /// Who is behind a call about a widget, which may not even be asked for by an app in a sandbox that is not its own.
    ///
    /// - Throws: ``CenterError`` `NotAuthorized`, whether or not there is such a widget.
    func caller(of call: MethodCall, about identifier: String) throws -> Caller {
        let caller = caller(of: call)
        try caller.checkWidget(identifier)
        return caller
    }

    /// The widget behind an exported object.
    func widget(at path: ObjectPath) throws -> HostedWidget {
        guard let widget = registry[path] else {
            throw RemoteError(.unknownObject, "there is no widget at \(path)")
        }
        return widget
    }

    // MARK: Registration

    /// Registers a widget, and answers when that is on disk.
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
        let kept = known?.sandboxedApp == owner.app ? nil : known?.storedContent.byteCount
        if let bytes = definition.changes.content?.byteCount ?? kept {
            try registry.checkTotalSize(bytes: bytes, of: owner.app, for: record.path)
        }
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

    func unregisterWidget(_ text: String) throws {
        do { _ = try WidgetIdentifier(widget: text) } catch {
            throw CenterError(.invalidIdentifier, "identifier: \(error)")
        }
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

    func setHasContent(_ text: String, _ flag: Bool, _ reply: @escaping PushReply) throws {
        let widget = try registry.find(text)
        // The present value is free.
        if widget.record.hasContent == flag, widget.pushGate?.held == nil, widget.answersInFlight == 0 {
            return reply(.success(widget.record.revision))
        }
        try widget.push(hasContent: flag, reply, self)
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
        // Who asks over another connection joins the run; the deadline ends a program that waits for itself that way.
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
        // Pushes that are held come before whatever else changes their widgets.
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
            throw RemoteError(.invalidArgs, "mode: \(word.quoted) is neither compact nor expanded")
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
        // What the user has mended is tried when somebody looks.
        for widget in registry.widgets { widget.session?.checkProgram(self) }
        try panels.begin(sender, panel, self)
        watchCaller(sender)
    }

    // MARK: URLs

    /// Opens a URL for a widget, when it is its turn. Returns whether somebody took it.
    ///
    /// - Parameters:
    ///   - isSandboxed: whether the caller runs in a sandbox.
    ///   - party: whose URLs are opened a few at a time.
    func openURL(
        _ text: String, _ string: String, _ options: [String: DBusValue], isSandboxed: Bool, for party: CallingParty
    ) async throws -> Bool {
        let record = try registry.find(text).record
        let url: WidgetURL
        do { url = try WidgetURL(string) } catch { throw CenterError(.invalidURL, "url: \(error)") }
        if url.isFile, isSandboxed || record.isSandboxed {
            throw CenterError(
                .invalidURL, "url: \(string.quoted) names a file, and who asks for it is sandboxed")
        }
        let token: String?
        do { token = try VardictReader(options).nonEmptyText("activation-token") } catch {
            throw RemoteError(.invalidArgs, "options: \(error)")
        }
        return try await desktop.urlOpenings.open(url, app: record.definition.containingApp, token: token, for: party)
    }
}
