internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// One update of a widget: from the call of its provider to the replies to all waiting callers.
struct UpdateRun {
    private let widget: HostedWidget
    private let reason: UpdateReason
    private let started: MonotonicTime
    /// The time until which the provider has to answer.
    private let deadline: MonotonicTime

    init(_ widget: HostedWidget, _ reason: UpdateReason, _ service: ServiceContext) {
        self.widget = widget
        self.reason = reason
        started = service.clock.steady()
        deadline = started + service.timing.provider
    }

    func perform(_ center: isolated Center) async {
        center.change(widget) { record in
            let due = record.nextUpdate != .never && record.nextUpdate <= center.service.clock.wall()
            let cleared = due ? record.clearNextUpdate() : []
            return record.state == .unavailable ? cleared : cleared.union(record.setState(.updating))
        }
        let hold = PushHold(widget)
        // Held pushes follow the answer and the signals that report it.
        defer { hold.end() }
        var outcome = await attempt(hold, center)
        if case .failure(let trouble) = outcome, trouble.kind == .vanished || trouble.kind == .endedForDeadline {
            // It left during the call: try once more with a new one.
            outcome = await attempt(hold, center)
        }
        // From now on it is known when the next update is due, which a failure reports.
        widget.updateTiming.ran(at: center.service.clock.boot())
        widget.session?.backoff.tried(at: center.service.clock.boot())
        finish(conclude(outcome, center), outcome, center)
    }

    /// A provider's answer to `PerformUpdate`.
    private typealias Answer = Result<(word: String, changes: [String: DBusValue]), ProviderTrouble>

    private func attempt(_ hold: PushHold, _ center: isolated Center) async -> Answer {
        guard center.registry.contains(widget) else {
            return .failure(ProviderTrouble(.notStartable, "the widget was removed"))
        }
        do throws(ProviderTrouble) {
            let answer = try await center.ask(widget, ProviderMember.performUpdate, until: deadline, hold) {
                // `BeginRequest` may have changed the context.
                let context = center.context(of: widget, reason)
                widget.updateTiming.hasNewSettings = false
                widget.updateTiming.hasNewSize = false
                widget.session?.reportedContext = FollowedContext(context)
                return try await $0.performUpdate(context: context.dictionary)
            }
            return .success((answer.result, answer.changes))
        } catch {
            return .failure(error)
        }
    }

    /// Applies the answer. Returns the result, which is `no-data` if nothing changed.
    private func conclude(_ outcome: Answer, _ center: isolated Center) -> UpdateResult {
        do {
            let (word, changes) = try outcome.get()
            guard let result = UpdateResult(rawValue: word) else {
                throw ProviderTrouble(.invalidAnswer, "the provider returned \(word.excerpt), which isn't a result")
            }
            switch result {
            case .newData: return try apply(try WidgetChanges(changes), .newData, center)
            case .noData:
                return try apply(try WidgetChanges(changes.filter { $0.key == "NextUpdate" }), .noData, center)
            case .failed:
                let reported = try WidgetChanges(changes.filter { Self.keysOfFailure.contains($0.key) })
                let reason = reported.error.flatMap { $0.isEmpty ? nil : $0 }
                return fail(
                    reason ?? Self.unexplained.text, reported.errorKind ?? .app, reported.nextUpdate, center)
            }
        } catch {
            return fail(ErrorText(error).text, ErrorKind(error), nil, center)
        }
    }

    /// The keys that count in the answer `failed`.
    private static let keysOfFailure: Set<String> = ["NextUpdate", "Error", "ErrorKind"]

    /// The error if a provider only says that it failed.
    private static let unexplained = ErrorText(
        "The widget could not be updated", details: "the provider reported a failure")

    private func apply(
        _ changes: WidgetChanges, _ result: UpdateResult, _ center: isolated Center
    ) throws -> UpdateResult {
        try center.accept(changes, .result(result), for: widget, isSandboxed: false, state: widget.restingState)
        return center.registry.contains(widget) ? widget.record.lastResult ?? result : result
    }

    private func fail(
        _ reason: String, _ kind: ErrorKind, _ nextUpdate: Timestamp?, _ center: isolated Center
    ) -> UpdateResult {
        let resting = widget.restingState
        center.change(widget) { record in
            let failed = record.fail(reason, kind: kind, nextUpdate: nextUpdate)
            return record.state == .unavailable ? failed : failed.union(record.setState(resting))
        }
        return .failed
    }

    private func finish(
        _ result: UpdateResult, _ outcome: Answer, _ center: isolated Center
    ) {
        let clock = center.service.clock
        let day = clock.wall().localDay
        center.change(widget) { record in
            record.countRun(on: day)
            return []
        }
        let waiters = widget.run.finish()
        center.planner.runEnded(widget.path)
        if center.registry.contains(widget) {
            let duration = (clock.steady().nanoseconds - started.nanoseconds) / 1000
            center.emitUpdated(widget, result, microseconds: duration)
            if result == .failed {
                var cause = ErrorText(widget.record.error).cause
                if case .failure(let trouble) = outcome { cause = trouble.description }
                center.service.log(.notice, widget.identifier, "the update failed: \(cause)")
            }
        }
        center.reschedule(widget)
        center.planner.beginRuns(center)
        widget.followPanels(center)
        widget.session?.watchIdleness(center)
        for waiter in waiters { waiter.settle(.success(result)) }
    }
}
