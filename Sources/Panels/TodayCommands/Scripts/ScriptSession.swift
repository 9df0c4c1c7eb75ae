internal import TodayPlatform
internal import TodayScriptHost
internal import TodayHost
internal import TodayModel
internal import TodayScripts

/// Runs of one script, and the resulting widget as a panel would have it.
struct ScriptSession: Sendable {
    let script: ScriptFile
    private let places: ScriptPlaces

    init(_ script: ScriptFile) throws(CommandFailure) {
        self.script = script
        places = try .ofUser()
    }

    /// Returns the widget after one run, or after the first update of a stream.
    func once() async -> WidgetProperties {
        var widget = WidgetProperties(script)
        widget.apply(await script.firstResult(places), of: script)
        return widget
    }

    /// Returns a view of the widget after each scheduled run, each change of the file, and each update of a stream. The
    /// caller has to cancel the task. When the task ends, no run is left.
    func views() -> (views: AsyncStream<TodayView>, task: Task<Void, Never>) {
        let (views, sink) = AsyncStream.makeStream(of: TodayView.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            var widget = WidgetProperties(script)
            var script = script
            while !Task.isCancelled {
                let start = WallClock.now
                await ScriptTrial(script).run(script.environment(places)) { result in
                    widget.apply(result, of: script)
                    sink.yield(TodayView(showing: widget))
                    return true
                }
                await Self.waitUntilDue(script, since: start)
                script = ScriptFile(script.path) ?? script
            }
            sink.finish()
        }
        return (views, task)
    }

    /// The interval at which the file is checked for changes.
    private static let checkInterval = Duration.seconds(1)

    /// Waits until a script is due again.
    private static func waitUntilDue(_ script: ScriptFile, since start: Timestamp) async {
        while !Task.isCancelled, script.isCurrent {
            let now = WallClock.now
            let due = script.schedule.next(now: now, lastStart: start, isViewed: true, offset: LocalTime.offset(at:))
            if let due, due <= now { return }
            let rest = due.map { Duration.microseconds(Int64(clamping: $0.microseconds - now.microseconds)) }
            try? await Task.sleep(for: min(rest ?? checkInterval, checkInterval))
        }
    }
}

extension ScriptFile {
    /// Returns the environment in which a command runs the script.
    func environment(_ places: ScriptPlaces) -> ScriptEnvironment {
        places.environment(of: self, reason: .requested, isDark: false, isViewed: true)
    }

    /// Returns the result of one run, or of the first update of a stream. Cancel the task to end the run.
    func firstResult(_ places: ScriptPlaces) async -> ScriptTrial.Result {
        let limit = header.timeout
        return await withTaskGroup(of: ScriptTrial.Result?.self) { group in
            group.addTask {
                var first: ScriptTrial.Result?
                await ScriptTrial(self).run(environment(places)) { result in
                    first = result
                    return false
                }
                return first
            }
            if header.isStream {
                group.addTask {
                    try? await Task.sleep(for: .milliseconds(Int64(limit.milliseconds)))
                    return nil
                }
            }
            defer { group.cancelAll() }
            return await group.next().flatMap(\.self)
                ?? ScriptTrial.Result(failure: "it printed nothing within \(limit)")
        }
    }
}

extension WidgetProperties {
    /// The widget of a script that has not run yet.
    fileprivate init(_ script: ScriptFile) {
        // A name that is too long for a widget still shows the script.
        self.init(identifier: script.name.widgetIdentifier ?? "org.todaycenter.Scripts.script")
        name = script.title
        displayMode = .expanded
    }

    /// Applies the result of a run. A failed run leaves the content unchanged.
    fileprivate mutating func apply(_ result: ScriptTrial.Result, of script: ScriptFile) {
        name = script.title
        error = result.failure ?? ""
        lastResult = result.failure == nil ? .newData : .failed
        guard result.failure == nil else { return }
        updatedAt = WallClock.now
        if let view = result.view {
            content = view.content
            hasContent = view.hasContent
            largestDisplayMode = view.largestDisplayMode
            displayMode = view.largestDisplayMode
        }
    }
}

extension TodayView {
    /// Creates a view of one widget, even if it has nothing to show.
    init(showing widget: WidgetProperties) {
        self.init(
            center: .available, arrangement: [widget.identifier], today: [widget.identifier],
            known: [widget.identifier: widget])
    }
}
