internal import DBus
internal import NotificationCenter
internal import TodayPlatform
internal import TodayModel
internal import TodayScripts

/// The widget of one script: runs it when ``ScriptTurns`` decides, and shows its output.
@WidgetActor
final class ScriptWidget: NCWidgetProviding {
    private weak var host: ScriptHost?
    private(set) var script: ScriptFile?
    /// The script and host of an instance until its first call, which brings its settings.
    private var beginning: (script: ScriptFile, host: ScriptHost)?
    /// The variables for which the user's settings differ from the file.
    private var changes: [String: DBusValue] = [:]
    /// The number of calls that have brought settings.
    private(set) var settingsCalls = 0
    private var view: ScriptView?
    /// The previous view, because a late tap may refer to it.
    private var lastView: ScriptView?
    /// The reason why the last run failed.
    private var failure: String?
    /// Whether the last report to the center was a failure. Only another update clears it.
    private var hasReportedFailure = false
    /// Whether an awaited run has shown output that no update has returned.
    private var hasUnreturnedOutput = false
    /// Whether the current run has taken longer than an update waits, and whether the last good run has.
    private var (isLate, isSlow) = (false, false)

    private var turns = ScriptTurns(offset: { LocalTime.offset(at: $0) })
    private var run: ScriptRun?
    /// The number of the current run; events of earlier runs are ignored.
    private var runNumber = 0
    private var isOver = false
    /// The updates that wait for a run to end, or for a stream to show something.
    private let waiters = RunWaiters()
    /// The reports to the center.
    private let reports = ReportQueue()

    private var loop: EventLoop { WidgetActor.shared.loop }

    init() {}

    /// Makes another instance of the widget of a script.
    init(of script: ScriptFile, _ host: ScriptHost) { beginning = (script, host) }

    /// The identifier from the center; nil before the widget is provided.
    var identifier: String? { extensionContext?.widgetIdentifier }

    private var instance: Int { identifier.flatMap { WidgetIdentifier(rawValue: $0) }?.instance ?? 1 }

    var content: WidgetContent { WidgetContent(view?.content ?? .empty) }

    // MARK: The script

    func beginRequest(with context: NSExtensionContext) {
        let settings = context.settings.mapValues(\.dbusValue)
        settingsCalls += 1
        if let (script, host) = beginning.take() {
            follow(script, host, settings)
            markRegistered()
        } else {
            apply(settings: settings)
        }
    }

    /// Applies settings, with which the user may have set variables. A current run is repeated with them.
    func apply(settings: [String: DBusValue]?) {
        guard let settings, let script, !isOver else { return }
        let changes = script.values.changes(by: settings, of: script.header.variables)
        if changes == self.changes { return }
        self.changes = changes
        perform(turns.settingsChanged())
    }

    /// Uses this script from now on, or the new state of the same script. A current run is repeated after it ends.
    ///
    /// - Parameter settings: The settings in force, if known.
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

    /// Ends the widget: it is no longer shown.
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

    // MARK: Timing

    private var isViewed: Bool { host?.isViewed(self) ?? false }

    /// Handles a signal that its header names.
    func signaled() { perform(turns.begin(ScriptTurns.Cause(.signal))) }

    /// Handles the start or end of viewing.
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

    /// Handles the time that the turns asked for.
    func woke() { perform(turns.woke(at: .now)) }

    /// Handles a change of the clock.
    func clockChanged() { perform(turns.clockChanged(at: .now)) }

    // MARK: Running

    /// Starts a run: it is the widget's turn.
    func start() {
        guard let script, let host, !isOver else { return }
        turns.started(at: .now)
        // The center only requests updates of, and sends settings to, a widget with content.
        if !turns.hasContent { Task { await host.readSettings(of: self) } }
        let cause = turns.cause
        runNumber += 1
        do {
            run = try ScriptRun.start(
                script.with(changes), environment(of: script, host, cause.reason), action: cause.action, on: loop
            ) { [weak self, runNumber] news in
                Task { @WidgetActor in self?.handle(news, of: runNumber) }
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

    private func handle(_ news: ScriptRun.News, of number: Int) {
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
        if !isCurrent, step == .nothing { host?.rescan() }
    }

    // MARK: Display

    private func show(_ output: ScriptOutput?, failure: String?) {
        self.failure = failure
        let isAwaited = !waiters.isEmpty
        if failure == nil, let output {
            lastView = view
            view = ScriptView(output, name: script?.title ?? "")
            if isAwaited { hasUnreturnedOutput = true }
        }
        reports.add { [weak self] in await self?.report(isAwaited: isAwaited) }
    }

    /// Reports changes to the center. If an update is waiting, it reports the rest.
    private func report(isAwaited: Bool) async {
        guard let context = extensionContext, !isOver else { return }
        // Once the expanded mode has shown more, keep it available, so that the user's choice stays.
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
            if hasReportedFailure { context.requestUpdate(at: .now) } else { requestNextUpdate() }
            try await context.contentDidChange()
        } catch { host?.report("\(context.widgetIdentifier): \(error)") }
    }

    private func requestNextUpdate() {
        if let time = turns.requestedUpdate(at: .now) { extensionContext?.requestUpdate(at: time) }
    }

    // MARK: Requests of the center

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        settingsCalls += 1
        apply(settings: extensionContext?.settings.mapValues(\.dbusValue))
        let reason = extensionContext?.updateReason
        perform(turns.asked(isRequested: reason == .requested, at: .now))
        var isDelayed = false
        if turns.isBusy || run != nil && view == nil {
            if await waiters.wait() { await reports.finish() } else { isDelayed = turns.isBusy }
        }
        let trouble = failure ?? (isDelayed ? delay : reason == .start ? absence : nil)
        hasReportedFailure = trouble != nil
        requestNextUpdate()
        if let trouble { throw NCWidgetError(trouble) }
        defer { hasUnreturnedOutput = false }
        return hasUnreturnedOutput ? .newData : .noData
    }

    /// The reason why the awaited run has no result yet; nil if the script is always this slow.
    private var delay: String? {
        if run == nil { return tr("waiting until other scripts have run") }
        isLate = true
        if isSlow { return nil }
        let seconds = Int(RunWaiters.patience.components.seconds)
        // Translators: of a script; s is seconds.
        return trn("still running after {count} s", "still running after {count} s", seconds)
    }

    /// The reason why the script hasn't run at all.
    private var absence: String? {
        run == nil && view == nil ? tr("not run yet: it runs only while a panel is visible") : nil
    }

    /// Waits for a first run. Only the run makes the rows known that an earlier process of this program has shown.
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
            throw NCWidgetError((view == nil ? failure : nil) ?? tr("the script no longer shows this row"))
        }
        let token = extensionContext?.activationToken
        if let href = action.href { _ = try await extensionContext?.open(href) }
        if let run, run.isStream, let input = action.input {
            run.write(line: input)
        } else if action.command.isEmpty, action.refreshes || action.input != nil {
            try await run(action)
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

    /// Runs the script for a tap, and waits for the end of this run, or of the run for a later value of the same slider.
    private func run(_ action: ScriptAction) async throws {
        if turns.isFull { throw NCWidgetError(tr("too many taps are waiting for the script")) }
        refresh(for: action)
        let end = MonotonicTime.now + RunWaiters.patience
        repeat {
            guard turns.isBusy, await waiters.wait(until: end) else { return }
        } while turns.isPending(action)
        await reports.finish()
        if let failure { throw NCWidgetError(failure) }
    }

    private func refresh(for action: ScriptAction) { perform(turns.begin(ScriptTurns.Cause(.action, action))) }
}
