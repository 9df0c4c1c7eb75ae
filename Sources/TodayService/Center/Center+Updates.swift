internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

extension Center {
    /// Has a widget updated. A run that is under way is joined.
    func update(_ widget: HostedWidget, _ reason: UpdateReason, waiter: RunAnswer?) {
        guard widget.run.join(waiter) else { return }
        // It is looked at again when the run has ended.
        reschedule(widget)
        Task { await run(widget, reason) }
    }

    /// One run: from the call to the reply of everybody who waits.
    private func run(_ widget: HostedWidget, _ reason: UpdateReason) async {
        let started = clock.steady()
        let deadline = started + timing.provider
        change(widget) { record in
            let due = record.nextUpdate != .never && record.nextUpdate <= clock.wall()
            let cleared = due ? record.clearNextUpdate() : []
            return record.state == .unavailable ? cleared : cleared.union(record.setState(.updating))
        }
        var outcome = await attempt(widget, reason, deadline)
        if case .failure(let trouble) = outcome, trouble.kind == .vanished {
            // It went while it was asked: once more, with a fresh one.
            outcome = await attempt(widget, reason, deadline)
        }
        finish(widget, conclude(widget, outcome), outcome, started)
    }

    /// What a provider answered to `PerformUpdate`.
    private typealias Answer = Result<(word: String, changes: [String: DBusValue]), ProviderTrouble>

    private func attempt(_ widget: HostedWidget, _ reason: UpdateReason, _ deadline: MonotonicTime) async -> Answer {
        guard registry.contains(widget) else {
            return .failure(ProviderTrouble(.notStartable, "the widget was removed"))
        }
        var called: BusName?
        do throws(ProviderTrouble) {
            let owner = try await session(of: widget).reach(until: deadline, self)
            called = owner
            let session = session(of: widget)
            // `BeginRequest` may have changed what the context tells.
            let context = context(of: widget, reason)
            session.toldLook = PanelLook(context)
            let answer: (String, [String: DBusValue]) = try await session.call(
                owner, ProviderMember.performUpdate, until: deadline, self
            ) {
                try await $0.connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, ProviderMember.performUpdate,
                    timeout: $0.timeout, context.dictionary)
            }
            return .success((answer.0, answer.1))
        } catch {
            if let called, error.kind == .deadline { widget.session?.hung(called, self) }
            return .failure(error)
        }
    }

    /// Takes over what the run gave. Returns what really happened.
    private func conclude(_ widget: HostedWidget, _ outcome: Answer) -> UpdateResult {
        do {
            let (word, changes) = try outcome.get()
            guard let result = UpdateResult(rawValue: word) else {
                throw ProviderTrouble(.nonsense, "the provider answered \(word.excerpt), which is no result")
            }
            switch result {
            case .newData: return try take(widget, try WidgetChanges(changes), .newData)
            case .noData:
                return try take(widget, try WidgetChanges(changes.filter { $0.key == "NextUpdate" }), .noData)
            case .failed:
                let told = try WidgetChanges(changes.filter { $0.key == "NextUpdate" || $0.key == "Error" })
                let reason = told.error.flatMap { $0.isEmpty ? nil : $0 }
                return fail(widget, reason ?? Self.unexplained.text, told.nextUpdate)
            }
        } catch {
            return fail(widget, ErrorText(error).text, nil)
        }
    }

    /// A provider says nothing more than that it failed.
    private static let unexplained = ErrorText(
        "The widget could not be updated", details: "the provider reported a failure")

    private func take(
        _ widget: HostedWidget, _ changes: WidgetChanges, _ result: UpdateResult
    ) throws -> UpdateResult {
        try accept(changes, .result(result), for: widget, state: widget.restingState)
        return registry.contains(widget) ? widget.record.lastResult ?? result : result
    }

    private func fail(_ widget: HostedWidget, _ reason: String, _ nextUpdate: Timestamp?) -> UpdateResult {
        let resting = widget.restingState
        change(widget) { record in
            let failed = record.fail(reason, nextUpdate: nextUpdate)
            return record.state == .unavailable ? failed : failed.union(record.setState(resting))
        }
        return .failed
    }

    private func finish(
        _ widget: HostedWidget, _ result: UpdateResult, _ outcome: Answer, _ started: MonotonicTime
    ) {
        let failure = result == .failed ? Freshness.Failure(outcome) : nil
        widget.freshness.ran(at: clock.boot(), failure)
        let day = clock.wall().localDay
        change(widget) { record in
            record.noteRun(on: day)
            return []
        }
        // However it has ended.
        widget.session?.suspension.tried(at: clock.boot())
        let waiters = widget.run.finish()
        slots.end(widget.path)
        if registry.contains(widget) {
            let record = widget.record
            let duration = (clock.steady().nanoseconds - started.nanoseconds) / 1000
            let details: [String: DBusValue] = [
                "Revision": .uint64(record.revision), "DurationUsec": .uint64(duration), "Error": .string(record.error),
            ]
            service.onConnection {
                try? $0.emit(
                    Self.widgetUpdated, at: TodayBus.path, record.identifier.rawValue, result.rawValue, details)
            }
            if result == .failed {
                service.log(.notice, record.identifier, "the update failed: \(ErrorText(record.error).cause)")
            }
        }
        reschedule(widget)
        beginRuns()
        followPanels(widget)
        widget.session?.watchIdleness(self)
        for waiter in waiters { waiter.settle(.success(result)) }
    }
}

extension Freshness.Failure {
    /// How a run failed whose outcome this is.
    fileprivate init<Answer>(_ outcome: Result<Answer, ProviderTrouble>) {
        guard case .failure(let trouble) = outcome else {
            self = .other
            return
        }
        switch trouble.kind {
        case .deadline: self = .deadline
        case .memory: self = .memory
        case .notStartable, .absent, .none, .ended, .vanished, .refused, .nonsense, .missing: self = .other
        }
    }
}
