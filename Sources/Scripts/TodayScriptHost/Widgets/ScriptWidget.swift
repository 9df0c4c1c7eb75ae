internal import DBus
internal import NotificationCenter
internal import TodayPlatform
internal import TodayModel
internal import TodayScripts

/// The widget of one script: runs it when it is its time, as ``ScriptTurns`` has it, and shows what it prints.
@WidgetActor
final class ScriptWidget: NCWidgetProviding {
    private weak var host: ScriptHost?
    private(set) var script: ScriptFile?
    /// What an instance follows from its first call on, which brings its settings.
    private var beginning: (script: ScriptFile, host: ScriptHost)?
    /// The variables that the user has set to something else than the file has.
    private var changes: [String: DBusValue] = [:]
    private var view: ScriptView?
    /// What was shown before, which a tap may still be meant for.
    private var lastView: ScriptView?
    /// Why the last run failed.
    private var failure: String?
    /// Whether the center was told last that an update has failed, which it takes another update to take back.
    private var hasToldFailure = false
    /// Whether the run that goes on has taken longer than an update waits, and whether the last good one has.
    private var (isLate, isSlow) = (false, false)

    private var turns = ScriptTurns(offset: { LocalTime.offset(at: $0) })
    private var run: ScriptRun?
    /// The number of the run that goes on: news of one before do not count.
    private var runNumber = 0
    private var isOver = false
    /// Those who wait for a run to end, or a stream to show something.
    private let waiters = RunWaiters()
    /// The reports to the center.
    private let reports = ReportQueue()

    private var loop: EventLoop { WidgetActor.shared.loop }

    init() {}

    /// A further instance of the widget of a script.
    init(of script: ScriptFile, _ host: ScriptHost) { beginning = (script, host) }

    /// What the center calls it; nil before it is provided.
    var identifier: String? { extensionContext?.widgetIdentifier }

    private var instance: Int { identifier.flatMap { WidgetIdentifier(rawValue: $0) }?.instance ?? 1 }

    var content: WidgetContent { WidgetContent(view?.content ?? .empty) }

    // MARK: The script

    func beginRequest(with context: NSExtensionContext) {
        let settings = context.settings.mapValues(\.dbusValue)
        if let (script, host) = beginning.take() {
            follow(script, host, settings)
            markRegistered()
        } else {
            take(settings: settings)
        }
    }

    /// The user may have set variables of the script. What runs is run again with them.
    func take(settings: [String: DBusValue]?) {
        guard let settings, let script, !isOver else { return }
        let changes = script.values.changes(by: settings, of: script.header.variables)
        if changes == self.changes { return }
        self.changes = changes
        perform(turns.settingsChanged())
    }

    /// Shows this script from now on, or the same one as it has become. What runs is run again when it has ended.
    ///
    /// - Parameter settings: those in force, if they are known.
    func follow(_ script: ScriptFile, _ host: ScriptHost, _ settings: [String: DBusValue]? = nil) {
        self.host = host
        if self.script == nil, let settings {
            changes = script.values.changes(by: settings, of: script.header.variables)
        }
        self.script = script
        perform(
            turns.follow(script.schedule, isRefused: script.refusal != nil, isViewed: isViewed, at: .now))
    }

    /// Starts the reports: the center has registered the widget.
    func markRegistered() { reports.resume() }

    /// It is shown no longer.
    func widgetWillTerminate() {
        isOver = true
        turns.end()
        run?.kill()
        run = nil
        perform(.nothing)
        host?.leave(self)
        markRegistered()
        waiters.answer(false)
    }

    // MARK: When

    private var isViewed: Bool { host?.isViewed(self) ?? false }

    /// A signal that its header names has come.
    func signalled() { perform(turns.begin(ScriptTurns.Cause(.signal))) }

    /// Panels have come or gone.
    func panelsChanged() { perform(turns.viewed(isViewed, at: .now)) }

    private func perform(_ step: ScriptTurns.Step) {
        host?.alarms.set(turns.wake, for: self)
        switch step {
        case .nothing: break
        case .wait: host?.enqueue(self)
        case .start: start()
        case .stop:
            run?.stop()
            runEnded(nil, failure: nil)
        }
    }

    /// It is the time that the turns have asked for.
    func woke() { perform(turns.woke(at: .now)) }

    /// The clock was set.
    func clockChanged() { perform(turns.clockChanged(at: .now)) }

    // MARK: Running

    /// It is its turn.
    func start() {
        guard let script, let host, !isOver else { return }
        turns.started(at: .now)
        // The center asks, and tells of settings, only what has something to show.
        if !turns.hasContent { Task { await host.readSettings(of: self) } }
        let cause = turns.cause
        runNumber += 1
        do {
            run = try ScriptRun.start(
                script.with(changes), environment(of: script, host, cause.reason), action: cause.action, on: loop
            ) { [weak self, runNumber] news in
                Task { @WidgetActor in self?.take(news, of: runNumber) }
            }
        } catch { runEnded(nil, failure: error.description) }
    }

    private func environment(
        of script: ScriptFile, _ host: ScriptHost, _ reason: ScriptEnvironment.Reason
    ) -> ScriptEnvironment {
        host.places.environment(
            of: script, instance: instance, reason: reason, isDark: extensionContext?.isDark ?? false,
            isViewed: isViewed)
    }

    private func take(_ news: ScriptRun.News, of number: Int) {
        guard number == runNumber, run != nil else { return }
        switch news {
        case .update(let output):
            turns.streams()
            host?.leave(self)
            show(output, failure: output.failure)
            waiters.answer(true)
        case .ended(let output, let failure):
            runEnded(output, failure: failure)
        }
    }

    private func runEnded(_ output: ScriptOutput?, failure: String?) {
        run = nil
        if failure == nil { isSlow = isLate }
        isLate = false
        host?.leave(self)
        if output != nil || failure != nil { show(output, failure: failure) }
        waiters.answer(true)
        if isOver { return }
        let isCurrent = script?.isCurrent ?? true
        let step = turns.ended(isCurrent: isCurrent, at: .now)
        perform(step)
        if !isCurrent, step == .nothing { host?.look() }
    }

    // MARK: Showing

    private func show(_ output: ScriptOutput?, failure: String?) {
        self.failure = failure
        if failure == nil, let output {
            lastView = view
            view = ScriptView(output, name: script?.title ?? "")
        }
        let isAwaited = !waiters.isEmpty
        reports.add { [weak self] in await self?.tell(isAwaited: isAwaited) }
    }

    /// Tells the center what has changed; whoever waits for an update tells the rest.
    private func tell(isAwaited: Bool) async {
        guard let context = extensionContext, !isOver else { return }
        // Once there was more to show, a run without keeps what the user has chosen.
        if let view, context.widgetLargestAvailableDisplayMode != .expanded {
            context.widgetLargestAvailableDisplayMode = view.largestDisplayMode == .expanded ? .expanded : .compact
        }
        do {
            if let failure {
                if isAwaited { return }
                requestNextUpdate()
                return try await context.updateDidFail(NCWidgetError(failure))
            }
            let hasContent = view?.hasContent ?? false
            if hasContent != turns.hasContent {
                perform(turns.shows(hasContent, at: .now))
                try await NCWidgetController().setHasContent(
                    hasContent, forWidgetWithBundleIdentifier: context.widgetIdentifier)
            }
            if isAwaited || !hasContent { return }
            if hasToldFailure { context.requestUpdate(at: .now) } else { requestNextUpdate() }
            try await context.contentDidChange()
        } catch { host?.complain("\(context.widgetIdentifier): \(error)") }
    }

    private func requestNextUpdate() {
        if let time = turns.requestedUpdate(at: .now) { extensionContext?.requestUpdate(at: time) }
    }

    // MARK: The center asks

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        take(settings: extensionContext?.settings.mapValues(\.dbusValue))
        let reason = extensionContext?.updateReason
        perform(turns.asked(isRequested: reason == .requested, at: .now))
        var isDelayed = false
        if turns.isBusy || run != nil && view == nil {
            if await waiters.wait() { await reports.finish() } else { isDelayed = turns.isBusy }
        }
        let trouble = failure ?? (isDelayed ? delay : reason == .start ? absence : nil)
        hasToldFailure = trouble != nil
        requestNextUpdate()
        if let trouble { throw NCWidgetError(trouble) }
        return .noData
    }

    /// Why there is no result yet of a run that an update has waited for, where that is not how the script is.
    private var delay: String? {
        if run == nil { return "it waits for its turn, as others are running" }
        isLate = true
        return isSlow ? nil : "it has not ended within \(RunWaiters.patience.components.seconds) s"
    }

    /// Why there was no run at all.
    private var absence: String? {
        run == nil && view == nil ? "it has not run yet: it runs while a panel looks" : nil
    }

    /// Waits for a first run, by which rows are known that an earlier start of this program has shown.
    private func firstRun() async {
        if !turns.isBusy, run == nil { perform(turns.begin(ScriptTurns.Cause(.requested))) }
        if turns.isBusy || run != nil { _ = await waiters.wait() }
    }

    private func action(_ name: String, _ parameter: NCValue?) -> ScriptAction? {
        let parameter = parameter.map(\.dbusValue)
        return view?.action(name, parameter: parameter) ?? lastView?.action(name, parameter: parameter)
    }

    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        if view == nil { await firstRun() }
        guard let script, let host, let action = action(name, parameter) else {
            throw NCWidgetError((view == nil ? failure : nil) ?? "the script shows no such row any more")
        }
        let token = extensionContext?.activationToken
        if let href = action.href { _ = try await extensionContext?.open(href) }
        if let run, run.isStream, let input = action.input {
            run.write(line: input)
        } else if action.command.isEmpty, action.refreshes || action.input != nil {
            refresh(for: action)
            if turns.isBusy, await waiters.wait() { await reports.finish() }
        }
        if action.command.isEmpty { return }
        do {
            try ScriptCommand.start(
                action, of: script.with(changes), environment(of: script, host, .action), token: token, on: loop
            ) { [weak self] in
                guard action.refreshes else { return }
                Task { @WidgetActor in self?.refresh(for: action) }
            }
        } catch { throw NCWidgetError(error.description) }
    }

    private func refresh(for action: ScriptAction) { perform(turns.begin(ScriptTurns.Cause(.action, action))) }
}
