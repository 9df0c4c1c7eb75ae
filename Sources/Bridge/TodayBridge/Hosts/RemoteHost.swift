internal import DBus
internal import NotificationCenter
internal import TodayBridgeRules
internal import TodayModel

/// The widgets of another machine, `[Host NAME]`, over one ssh connection.
@WidgetActor
final class RemoteHost {
    private let group: HostGroup
    private let widgets: RemoteWidgets
    private let report: (String) -> Void

    /// The widgets there, also while the other machine can't be reached.
    private var mirror: HostMirror
    /// The center there, once its widgets are listed.
    private var center: RemoteCenter?
    /// The current attempt to reach it, and the center that it has reached.
    private var attempt: Task<Void, Never>?
    private var reached: RemoteCenter?
    private var backoff = Backoff()
    private var retry: (timer: EventLoop.Timer, time: Timestamp)?
    /// The reason why the last attempt failed, or the last connection ended; empty at first.
    private var reason = ""
    private var isViewing = false
    private var isOver = false

    /// The state of each widget that the center here knows.
    private var sent: [WidgetIdentifier: Sent] = [:]
    /// The widgets whose changes are being sent; true if there are further changes.
    private var sending: [WidgetIdentifier: Bool] = [:]
    private var pace = RegistrationPace()

    private struct Sent {
        var widget: MirroredWidget
        /// The time of the next attempt that the widget shows, because the other machine can't be reached.
        var retry: Timestamp?
        /// Whether it shows that the other machine can't be reached.
        var isUnreachable = false
    }

    /// The time that a call there may take. The center here waits for 18 seconds.
    private static let callTimeout = Duration.seconds(16)
    /// The time that an update waits for an attempt to reach the other machine.
    private static let patience = Duration.seconds(12)

    private var loop: EventLoop { WidgetActor.shared.loop }

    init(_ group: HostGroup, _ widgets: RemoteWidgets, report: @escaping (String) -> Void) {
        self.group = group
        self.widgets = widgets
        // Text from there may contain anything.
        self.report = { report(ForeignText.logLine($0)) }
        mirror = HostMirror(of: group, count: RemoteWidgets.maximumCount, bytes: RemoteWidgets.maximumBytes)
    }

    // MARK: Life

    /// Provides the widgets that the center here has stored, connects, and stays connected.
    func begin(_ stored: [WidgetProperties], isViewing: Bool) async {
        self.isViewing = isViewing
        for widget in stored {
            do { prepare(try await widgets.adopt(widget), widget.identifier) } catch { report("\(error)") }
            mirror.adopt(widget)
            if let adopted = mirror.widgets[widget.identifier] { sent[widget.identifier] = Sent(widget: adopted) }
        }
        connect()
    }

    /// Ends the connection. Removes the widgets if the group is gone.
    func end(removing: Bool = false) async {
        isOver = true
        if let retry = retry.take() { loop.cancel(retry.timer) }
        attempt?.cancel()
        reached?.close()
        (reached, center) = (nil, nil)
        if !removing { return await widgets.release() }
        for identifier in widgets.widgets.keys {
            do { try await widgets.remove(identifier) } catch { report("\(identifier): \(error)") }
        }
    }

    /// Tries to connect now, if the other machine can't be reached.
    func retryNow() { if retry != nil { connect() } }

    /// The network is up, or the machine was resumed: tries to connect now, or finds out whether it is still connected.
    func networkChanged() {
        backoff.reset()
        if let center { Task { await center.ping(within: .seconds(3)) } } else { retryNow() }
    }

    /// Reports to the center there whether a panel is visible here.
    func panelsChanged(isViewing: Bool) {
        if isViewing { retryNow() }
        if isViewing == self.isViewing { return }
        self.isViewing = isViewing
        if let center { Task { await reportViewing(to: center) } }
    }

    private func reportViewing(to center: RemoteCenter) async {
        do {
            if isViewing {
                var options = ViewingOptions()
                (options.name, options.version) = ("today-bridge", TodayBus.version)
                try await center.client.beginViewing(options)
            } else {
                try await center.client.endViewing()
            }
        } catch { report("\(group.name): \(error)") }
    }

    /// The center here is another one, which may not know the widgets.
    func follow(_ stored: [WidgetIdentifier: WidgetProperties]) {
        widgets.follow(stored)
        for identifier in sent.keys where stored[identifier] == nil { sent[identifier] = nil }
        sendAll()
    }

    // MARK: Connecting

    private func connect() {
        guard attempt == nil, center == nil, !isOver else { return }
        if let retry = retry.take() { loop.cancel(retry.timer) }
        attempt = Task {
            do {
                try await open()
            } catch {
                // The end of the connection may have been reported already.
                if retry == nil { lost("\(error)") }
            }
            attempt = nil
        }
    }

    private func open() async throws {
        let center = try await RemoteCenter.open(group.busAddress) { [weak self] in self?.receive($0, $1) }
        if isOver { return center.close() }
        reached = center
        mirror.begin()
        try await center.begin()
        guard reached === center, !isOver else { return }
        self.center = center
        mirror.finish()
        backoff.reset()
        if isViewing { await reportViewing(to: center) }
        sendAll()
    }

    private func receive(_ center: RemoteCenter, _ event: RemoteCenter.Event) {
        guard center === reached else { return }
        switch event {
        case .reading(let path): mirror.beginReading(path)
        case .read(let path, let values): mirror.finishReading(path, values)
        case .unreadable(let path, let reason): mirror.failReading(path, reason)
        case .added(let path, let values): mirror.add(path, values)
        case .changed(let path, let values): mirror.change(path, values)
        case .removed(let path): mirror.remove(path)
        case .ended(let reason): return lost(reason)
        }
        for text in mirror.takeReports() { report(text) }
        for identifier in mirror.sorted(mirror.takeChanges()) {
            if let theirs = mirror.widgets[identifier]?.updatedAt { center.check(theirs) }
            // The others are sent when all are listed.
            if self.center != nil { send(identifier) }
        }
    }

    private func lost(_ reason: String) {
        if isOver { return }
        reached?.close()
        (reached, center) = (nil, nil)
        self.reason = reason
        report("\(group.name): \(reason)")
        let delay = backoff.next()
        let timer = loop.schedule(at: .now + delay) { [weak self] in Task { @WidgetActor in self?.connect() } }
        if let retry { loop.cancel(retry.timer) }
        retry = (timer, .now + delay)
        sendAll()
    }

    /// Waits for the end of the current attempt to reach the other machine.
    private func settled() async {
        guard let attempt else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await attempt.value }
            group.addTask { [loop] in try? await loop.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The error of a widget or a tap while the other machine can't be reached.
    private var unreachable: NCWidgetError {
        let details = reason.isEmpty ? "" : "\n" + ForeignText.cleaned(reason)
        return NCWidgetError(tr("{host} can’t be reached", ["host": group.name]) + details, isUnreachable: true)
    }

    // MARK: Sending

    private func sendAll() {
        _ = mirror.takeChanges()
        for identifier in mirror.sorted(Set(mirror.widgets.keys).union(sent.keys)) { send(identifier) }
    }

    /// Sends the changes of a widget to the center here, after those that are being sent.
    private func send(_ identifier: WidgetIdentifier) {
        if sending.updateValue(true, forKey: identifier) != nil { return }
        Task {
            while sending[identifier] == true {
                sending[identifier] = false
                do { try await update(identifier) } catch let error as NCError where error.code == .limitExceeded {
                    // It concerns all further widgets in the same way.
                    report("\(group.name): \(error)")
                } catch {
                    report("\(identifier): \(error)")
                }
            }
            sending[identifier] = nil
        }
    }

    /// Waits if the other machine adds, redefines or removes widgets all the time. The widget is looked at again then.
    private func isTooEarly(_ identifier: WidgetIdentifier) async -> Bool {
        guard let wait = pace.take(at: .now) else { return false }
        try? await loop.sleep(for: wait)
        sending[identifier] = true
        return true
    }

    private func update(_ identifier: WidgetIdentifier) async throws {
        if isOver { return }
        guard let widget = mirror.widgets[identifier] else {
            if await isTooEarly(identifier) { return }
            sent[identifier] = nil
            return try await widgets.remove(identifier)
        }
        let former = sent[identifier]
        guard let center else {
            guard attempt == nil || retry != nil, let here = widgets.widgets[identifier] else { return }
            if former?.isUnreachable == true, former?.retry == retry?.time { return }
            sent[identifier] = Sent(widget: widget, retry: retry?.time, isUnreachable: true)
            return try await here.fail(unreachable, retry: retry?.time)
        }
        let steps = MirrorStep.steps(
            from: former?.widget, hasFailed: former?.isUnreachable ?? false, to: widget)
        if steps.contains(.define), await isTooEarly(identifier) { return }
        for step in steps {
            switch step {
            case .define: prepare(try await widgets.set(identifier, as: widget.definition.forCenter), identifier)
            case .setSettings:
                try await NCWidgetController().setSettings(
                    widget.settings.compactMapValues { NCValue($0.dbusValue) }, of: identifier.rawValue)
            case .show:
                let here = widgets.widgets[identifier]
                here?.setAttention(widget.attention, badge: widget.badge)
                try await here?.show(
                    widget.content, from: center.clock.here(widget.updatedAt, now: .now), hasContent: widget.hasContent)
            case .fail:
                try await widgets.widgets[identifier]?.fail(
                    NCWidgetError(widget.error, isUnreachable: widget.isUnreachable))
            }
        }
        sent[identifier] = Sent(widget: widget)
    }

    // MARK: Calls of the center here

    private func prepare(_ widget: RemoteWidget, _ identifier: WidgetIdentifier) {
        widget.update = { [weak self, weak widget] in
            guard let self, let widget else { return .noData }
            return try await self.perform(identifier, widget)
        }
        widget.tap = { [weak self] action, parameter in try await self?.tap(identifier, action, parameter) }
    }

    private func perform(_ identifier: WidgetIdentifier, _ here: RemoteWidget) async throws -> NCUpdateResult {
        let reason = here.extensionContext?.updateReason
        let settings = here.extensionContext?.settings ?? [:]
        if center == nil {
            connect()
            await settled()
        }
        guard let center, let widget = mirror.widgets[identifier] else {
            if let time = retry?.time { here.extensionContext?.requestUpdate(at: time) }
            sent[identifier]?.isUnreachable = true
            throw unreachable
        }
        do {
            if reason == .settings { try await set(settings, of: widget, on: center, identifier) }
            if reason == .requested {
                _ = try await center.client.performUpdate(widget.identifier, timeout: Self.callTimeout)
            }
        } catch { throw failure(error) }
        guard let widget = mirror.widgets[identifier] else { return .failed }
        here.setAttention(widget.attention, badge: widget.badge)
        here.set(widget.content, from: center.clock.here(widget.updatedAt, now: .now), hasContent: widget.hasContent)
        if !widget.error.isEmpty { throw NCWidgetError(widget.error, isUnreachable: widget.isUnreachable) }
        return .newData
    }

    /// Sets the settings there that the user has changed here.
    private func set(
        _ settings: [String: NCValue], of widget: MirroredWidget, on center: RemoteCenter,
        _ identifier: WidgetIdentifier
    ) async throws {
        let changes = widget.changes(to: settings.mapValues(\.dbusValue))
        if changes.isEmpty { return }
        do { try await center.client.setSettings(changes, of: widget.identifier) } catch {
            // The settings here are those there.
            try? await NCWidgetController().setSettings(
                widget.settings.compactMapValues { NCValue($0.dbusValue) }, of: identifier.rawValue)
            throw error
        }
    }

    private func tap(_ identifier: WidgetIdentifier, _ action: String, _ parameter: NCValue?) async throws {
        if let url = MirroredWidget.fileLink(action, parameter?.dbusValue) {
            throw NCWidgetError(tr("Can’t open {url}: it is a file of the other machine", ["url": url.excerpt]))
        }
        guard group.taps else { throw NCWidgetError(tr("This widget only shows, and takes no taps.")) }
        guard let center, let widget = mirror.widgets[identifier] else {
            connect()
            throw unreachable
        }
        do {
            try await center.client.invokeAction(
                MirroredWidget.actionThere(action), of: widget.identifier,
                parameter: widget.parameter(of: action, parameter?.dbusValue))
        } catch { throw failure(error) }
    }

    /// Returns the error of a call there for the user.
    private func failure(_ error: any Error) -> NCWidgetError {
        switch error {
        case let error as CenterError:
            NCWidgetError(
                ForeignText.cleaned(error.message, keepsLines: true), isUnreachable: error.kind == .unreachable)
        case let error as RemoteError where !error.isServiceUnavailable:
            NCWidgetError(ForeignText.cleaned(error.message, keepsLines: true))
        default: unreachable
        }
    }
}

extension MirroredWidget.Definition {
    /// The definition for the center here, without a provider.
    fileprivate var forCenter: NCWidgetDefinition {
        var definition = NCWidgetDefinition(name: name.isEmpty ? nil : name)
        definition.description = description.isEmpty ? nil : description
        definition.icon = icon.isEmpty ? nil : icon
        definition.category = category.isEmpty ? nil : category
        definition.sizes = sizes
        definition.largestDisplayMode = largestDisplayMode
        definition.preferredContentSize = preferredContentSize
        // The center there plans the updates.
        definition.updateInterval = .zero
        definition.settings = settings.declarations
        return definition
    }
}
