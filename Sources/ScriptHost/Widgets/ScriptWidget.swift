internal import DBus
internal import NotificationCenter
internal import Platform
internal import ScriptRuns
internal import TodayModel
internal import TodayScripts

/// The widget of one script: runs it when it is its time, and shows what it prints.
///
/// The center asks for the updates of a script that runs whether somebody looks or not, at the times that it is given.
/// What runs only while somebody looks, more often than the center would ask, is run from here; so is what has nothing to
/// show, which the center does not ask for.
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
    /// Whether panels show it.
    private var hasContent = true
    /// Why the last run failed.
    private var failure: String?
    private var lastStart: Timestamp?
    private var timer: EventLoop.Timer?

    private var run: ScriptRun?
    /// Whether it has its turn, or waits for it.
    private var isQueued = false
    /// What it waits for, or runs for.
    private var cause = Cause(.start)
    /// What it is to run for once more, when the run that goes on has ended.
    private var next: Cause?
    /// Those who wait for a run to end, or a stream to show something.
    private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var lastWaiter = 0
    private var wasViewed = false
    private var isOver = false
    /// What is to be told to the center, one after the other.
    private var telling: Task<Void, Never>?
    /// Who waits until the center knows the widget; nil when it does.
    private var untold: [CheckedContinuation<Void, Never>]? = []

    /// How long an update waits for a run; its result is pushed when it takes longer.
    private static let patience = Duration.seconds(15)
    /// How far apart runs are at least.
    private static let spacing: UInt64 = 100_000

    private struct Cause {
        let reason: ScriptEnvironment.Reason
        var action: ScriptAction?

        init(_ reason: ScriptEnvironment.Reason, _ action: ScriptAction? = nil) {
            self.reason = reason
            self.action = action
        }
    }

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
            isKnown()
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
        if let run, run.isStream {
            lastStart = nil
            run.stop()
            runEnded(nil, failure: nil)
        } else if run != nil {
            next = Cause(.start)
        } else if lastStart != nil {
            begin(Cause(.start))
        }
    }

    /// Shows this script from now on, or the same one as it has become. What runs is run again when it has ended.
    ///
    /// - Parameter settings: those in force, if they are known.
    func follow(_ script: ScriptFile, _ host: ScriptHost, _ settings: [String: DBusValue]? = nil) {
        self.host = host
        let isNew = self.script == nil
        self.script = script
        if isNew, let settings { changes = script.values.changes(by: settings, of: script.header.variables) }
        lastStart = nil
        if let run, run.isStream {
            run.stop()
            runEnded(nil, failure: nil)
        } else if run != nil {
            next = Cause(.start)
        } else if isNew {
            wasViewed = isViewed
        }
        if script.refusal != nil, run == nil {
            begin(Cause(.start))
        } else {
            plan()
        }
    }

    /// The center knows it: what it shows can be told.
    func isKnown() {
        let waiting = untold.take() ?? []
        for waiter in waiting { waiter.resume() }
    }

    /// It is shown no longer.
    func widgetWillTerminate() {
        isOver = true
        cancelTimer()
        run?.kill()
        run = nil
        host?.leave(self)
        isKnown()
        for waiter in waiters.values { waiter.resume(returning: false) }
        waiters = [:]
    }

    /// A signal that its header names has come.
    func signalled() { begin(Cause(.signal)) }

    // MARK: When

    private var isViewed: Bool { host?.isViewed(self) ?? false }

    private var due: Timestamp? {
        guard let script else { return nil }
        return script.schedule.next(
            now: .now, lastStart: lastStart, isViewed: isViewed, offset: LocalTime.offset(at:))
    }

    private var isDue: Bool { due.map { $0 <= .now } ?? false }

    /// Whether the center asks when it is due.
    private var isAskedByCenter: Bool { hasContent && script?.schedule.needsViewer == false }

    /// Looks anew at when it runs.
    private func plan() {
        cancelTimer()
        guard !isOver, run == nil, !isQueued, let due else { return }
        let earliest = Timestamp(microseconds: (lastStart?.microseconds ?? 0) &+ Self.spacing)
        let time = max(due, earliest)
        if time <= .now { return begin(Cause(lastStart == nil ? .start : .interval)) }
        if isAskedByCenter { return }
        let wait = time.microseconds - Timestamp.now.microseconds
        timer = loop.schedule(at: .now + .microseconds(Int64(clamping: wait))) { [weak self] in
            Task { @WidgetActor in
                self?.timer = nil
                self?.plan()
            }
        }
    }

    private func cancelTimer() { if let timer = timer.take() { loop.cancel(timer) } }

    /// Panels have come or gone.
    func panelsChanged() {
        guard let script, isViewed != wasViewed else { return }
        wasViewed = isViewed
        if !wasViewed {
            if run?.isStream == true, script.schedule.needsViewer { endStreamLater() } else { plan() }
            return
        }
        if run != nil || isQueued {
            cancelTimer()
        } else if case .stream = script.schedule.rhythm {
            lastStart = nil
            plan()
        } else if script.schedule.runsOnOpening, lastStart != nil {
            begin(Cause(.visible))
        } else {
            plan()
        }
    }

    /// A stream runs on for a while after the last one has looked away.
    private func endStreamLater() {
        cancelTimer()
        let grace = ScriptSchedule.streamGrace.milliseconds
        timer = loop.schedule(at: .now + .milliseconds(Int64(grace))) { [weak self] in
            Task { @WidgetActor in self?.endStream() }
        }
    }

    private func endStream() {
        timer = nil
        guard !isViewed, let run, run.isStream else { return }
        run.stop()
        runEnded(nil, failure: nil)
    }

    // MARK: Running

    private var isBusy: Bool { isQueued || run.map { !$0.isStream } ?? false }

    /// Has it run. What runs already is not run twice for the same: an update joins it, a tap has it run again.
    private func begin(_ cause: Cause) {
        guard let script, !isOver else { return }
        if let run {
            if run.isStream || cause.reason == .interval || cause.reason == .visible { return }
            if next?.action == nil { next = cause }
            return
        }
        if isQueued {
            if self.cause.action == nil { self.cause = cause }
            return
        }
        cancelTimer()
        self.cause = cause
        if case .stream = script.schedule.rhythm {
            // It would keep others from their turn.
            start()
        } else {
            isQueued = true
            host?.enqueue(self)
        }
    }

    /// It is its turn.
    func start() {
        isQueued = false
        guard let script, let host, !isOver else { return }
        lastStart = .now
        // The center asks, and tells of settings, only what has something to show.
        if !hasContent { Task { await host.readSettings(of: self) } }
        let environment = host.places.environment(
            of: script, instance: instance, reason: cause.reason, isDark: extensionContext?.isDark ?? false,
            isViewed: isViewed)
        var started: ScriptRun?
        do {
            let number = host.nextRun()
            started = try ScriptRun.start(
                script.with(changes), environment, action: cause.action, on: loop
            ) { [weak self] news in
                Task { @WidgetActor in self?.take(news, of: number) }
            }
            runNumber = number
            run = started
        } catch { runEnded(nil, failure: error.description) }
    }

    /// The number of the run that goes on: news of one before do not count.
    private var runNumber = 0

    private func take(_ news: ScriptRun.News, of number: Int) {
        guard number == runNumber, run != nil else { return }
        switch news {
        case .update(let output):
            host?.leave(self)
            show(output, failure: output.failure)
            answerWaiters(hasResult: true)
        case .ended(let output, let failure):
            runEnded(output, failure: failure)
        }
    }

    private func runEnded(_ output: ScriptOutput?, failure: String?) {
        run = nil
        host?.leave(self)
        if output != nil || failure != nil { show(output, failure: failure) }
        answerWaiters(hasResult: true)
        guard !isOver else { return }
        if let next = next.take() { begin(next) } else if script?.isCurrent == false { host?.look() } else { plan() }
    }

    private func answerWaiters(hasResult: Bool) {
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume(returning: hasResult) }
    }

    /// Waits for the run to end, or the stream to show something, for a while. Returns false when it has not.
    private func waitForRun() async -> Bool {
        lastWaiter += 1
        let number = lastWaiter
        let timer = loop.schedule(at: .now + Self.patience) { [weak self] in
            Task { @WidgetActor in self?.waiters.removeValue(forKey: number)?.resume(returning: false) }
        }
        defer { loop.cancel(timer) }
        return await withCheckedContinuation { waiters[number] = $0 }
    }

    // MARK: Showing

    private func show(_ output: ScriptOutput?, failure: String?) {
        self.failure = failure
        if failure == nil, let output {
            lastView = view
            view = ScriptView(output, name: script?.title ?? "")
        }
        let isAwaited = !waiters.isEmpty
        let previous = telling
        telling = Task {
            await previous?.value
            if untold != nil { await withCheckedContinuation { untold?.append($0) } }
            await tell(isAwaited: isAwaited)
        }
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
            if hasContent != self.hasContent {
                self.hasContent = hasContent
                try await NCWidgetController().setHasContent(
                    hasContent, forWidgetWithBundleIdentifier: context.widgetIdentifier)
            }
            if isAwaited || !hasContent { return }
            requestNextUpdate()
            try await context.contentDidChange()
        } catch { host?.complain("\(context.widgetIdentifier): \(error)") }
    }

    private func requestNextUpdate() {
        if isAskedByCenter, let due { extensionContext?.requestUpdate(at: due) }
    }

    // MARK: The center asks

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        take(settings: extensionContext?.settings.mapValues(\.dbusValue))
        if extensionContext?.updateReason == .requested {
            begin(Cause(.requested))
        } else if isDue {
            begin(Cause(lastStart == nil ? .start : .interval))
        }
        if isBusy || run != nil && view == nil, await waitForRun() { await telling?.value }
        requestNextUpdate()
        if let failure { throw NCWidgetError(failure) }
        return .noData
    }

    private func action(_ name: String, _ parameter: NCValue?) -> ScriptAction? {
        let parameter = parameter.map(\.dbusValue)
        return view?.action(name, parameter: parameter) ?? lastView?.action(name, parameter: parameter)
    }

    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        guard let script, let host, let action = action(name, parameter) else {
            throw NCWidgetError("the script shows no such row any more")
        }
        let token = extensionContext?.activationToken
        if let href = action.href { _ = try await extensionContext?.open(href) }
        if let run, run.isStream, let input = action.input {
            run.write(line: input)
        } else if action.command.isEmpty, action.refreshes || action.input != nil {
            begin(Cause(.action, action))
            if isBusy, await waitForRun() { await telling?.value }
        }
        if action.command.isEmpty { return }
        let environment = host.places.environment(
            of: script, instance: instance, reason: .action, isDark: extensionContext?.isDark ?? false,
            isViewed: isViewed)
        do {
            try ScriptCommand.start(action, of: script.with(changes), environment, token: token, on: loop) {
                [weak self] in
                guard action.refreshes else { return }
                Task { @WidgetActor in self?.begin(Cause(.action, action)) }
            }
        } catch { throw NCWidgetError(error.description) }
    }
}
