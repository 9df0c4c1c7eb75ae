internal import DBus
internal import Logging
internal import TodayModel

/// One update of a widget: from the call of its provider to the reply of everybody who waits.
struct UpdateRun {
    private let widget: HostedWidget
    private let reason: UpdateReason
    private let started: MonotonicTime
    /// Until when the provider has answered.
    private let deadline: MonotonicTime

    init(_ widget: HostedWidget, _ reason: UpdateReason, _ service: ServiceContext) {
        self.widget = widget
        self.reason = reason
        started = service.clock.steady()
        deadline = started + service.timing.provider
    }

    func perform(_ host: isolated some UpdateHost) async {
        host.change(widget) { record in
            let due = record.nextUpdate != .never && record.nextUpdate <= host.service.clock.wall()
            let cleared = due ? record.clearNextUpdate() : []
            return record.state == .unavailable ? cleared : cleared.union(record.setState(.updating))
        }
        let hold = PushHold(widget)
        // Behind the answer, and behind the signals that report it.
        defer { hold.end() }
        var outcome = await attempt(hold, host)
        if case .failure(let trouble) = outcome, trouble.kind == .vanished || trouble.kind == .endedForDeadline {
            // It went while it was asked: once more, with a fresh one.
            outcome = await attempt(hold, host)
        }
        finish(conclude(outcome, host), outcome, host)
    }

    /// What a provider answered to `PerformUpdate`.
    private typealias Answer = Result<(word: String, changes: [String: DBusValue]), ProviderTrouble>

    private func attempt(_ hold: PushHold, _ host: isolated some UpdateHost) async -> Answer {
        guard host.registry.contains(widget) else {
            return .failure(ProviderTrouble(.notStartable, "the widget was removed"))
        }
        do throws(ProviderTrouble) {
            let answer = try await host.ask(widget, ProviderMember.performUpdate, until: deadline, hold) {
                // `BeginRequest` may have changed what the context tells.
                let context = host.context(of: widget, reason)
                widget.updateTiming.hasNewSettings = false
                widget.session?.toldLook = PanelLook(context)
                return try await $0.performUpdate(context: context.dictionary)
            }
            return .success((answer.result, answer.changes))
        } catch {
            return .failure(error)
        }
    }

    /// Takes over what the run gave. Returns what really happened.
    private func conclude(_ outcome: Answer, _ host: isolated some UpdateHost) -> UpdateResult {
        do {
            let (word, changes) = try outcome.get()
            guard let result = UpdateResult(rawValue: word) else {
                throw ProviderTrouble(.nonsense, "the provider answered \(word.excerpt), which is no result")
            }
            switch result {
            case .newData: return try take(try WidgetChanges(changes), .newData, host)
            case .noData:
                return try take(try WidgetChanges(changes.filter { $0.key == "NextUpdate" }), .noData, host)
            case .failed:
                let told = try WidgetChanges(changes.filter { $0.key == "NextUpdate" || $0.key == "Error" })
                let reason = told.error.flatMap { $0.isEmpty ? nil : $0 }
                return fail(reason ?? Self.unexplained.text, told.nextUpdate, host)
            }
        } catch {
            return fail(ErrorText(error).text, nil, host)
        }
    }

    /// A provider says nothing more than that it failed.
    private static let unexplained = ErrorText(
        "The widget could not be updated", details: "the provider reported a failure")

    private func take(
        _ changes: WidgetChanges, _ result: UpdateResult, _ host: isolated some UpdateHost
    ) throws -> UpdateResult {
        try host.accept(changes, .result(result), for: widget, isSandboxed: false, state: widget.restingState)
        return host.registry.contains(widget) ? widget.record.lastResult ?? result : result
    }

    private func fail(
        _ reason: String, _ nextUpdate: Timestamp?, _ host: isolated some UpdateHost
    ) -> UpdateResult {
        let resting = widget.restingState
        host.change(widget) { record in
            let failed = record.fail(reason, nextUpdate: nextUpdate)
            return record.state == .unavailable ? failed : failed.union(record.setState(resting))
        }
        return .failed
    }

    private func finish(
        _ result: UpdateResult, _ outcome: Answer, _ host: isolated some UpdateHost
    ) {
        let clock = host.service.clock
        let failure = result == .failed ? UpdateTiming.Failure(outcome) : nil
        widget.updateTiming.ran(at: clock.boot(), failure)
        let day = clock.wall().localDay
        host.change(widget) { record in
            record.noteRun(on: day)
            return []
        }
        // However it has ended.
        widget.session?.backoff.tried(at: clock.boot())
        let waiters = widget.run.finish()
        host.planner.runEnded(widget.path)
        if host.registry.contains(widget) {
            let duration = (clock.steady().nanoseconds - started.nanoseconds) / 1000
            host.tellUpdated(widget, result, microseconds: duration)
            if result == .failed {
                var cause = ErrorText(widget.record.error).cause
                if case .failure(let trouble) = outcome { cause = trouble.description }
                host.service.log(.notice, widget.identifier, "the update failed: \(cause)")
            }
        }
        host.reschedule(widget)
        host.planner.beginRuns(host)
        widget.followPanels(host)
        widget.session?.watchIdleness(host)
        for waiter in waiters { waiter.settle(.success(result)) }
    }
}

extension UpdateTiming.Failure {
    /// How a run failed whose outcome this is.
    fileprivate init<Answer>(_ outcome: Result<Answer, ProviderTrouble>) {
        guard case .failure(let trouble) = outcome else {
            self = .other
            return
        }
        switch trouble.kind {
        case .deadline, .endedForDeadline: self = .deadline
        case .memory: self = .memory
        case .notStartable, .absent, .none, .ended, .vanished, .refused, .nonsense, .missing: self = .other
        }
    }
}
