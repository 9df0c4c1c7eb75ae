internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// How a widget is updated: from the call of its provider to the reply of everybody who waits.
extension HostedWidget {
    /// Has it updated. A run that is under way is joined.
    func update(_ reason: UpdateReason, waiter: RunAnswer?, _ host: isolated some UpdateHost) {
        guard run.join(waiter) else { return }
        // It is looked at again when the run has ended.
        host.reschedule(self)
        Task { await beUpdated(reason, host) }
    }

    /// One run: from the call to the reply of everybody who waits.
    private func beUpdated(_ reason: UpdateReason, _ host: isolated some UpdateHost) async {
        let started = host.service.clock.steady()
        let deadline = started + host.service.timing.provider
        host.change(self) { record in
            let due = record.nextUpdate != .never && record.nextUpdate <= host.service.clock.wall()
            let cleared = due ? record.clearNextUpdate() : []
            return record.state == .unavailable ? cleared : cleared.union(record.setState(.updating))
        }
        var outcome = await attempt(reason, deadline, host)
        if case .failure(let trouble) = outcome, trouble.kind == .vanished {
            // It went while it was asked: once more, with a fresh one.
            outcome = await attempt(reason, deadline, host)
        }
        finish(conclude(outcome, host), outcome, started, host)
    }

    /// What a provider answered to `PerformUpdate`.
    private typealias Answer = Result<(word: String, changes: [String: DBusValue]), ProviderTrouble>

    private func attempt(
        _ reason: UpdateReason, _ deadline: MonotonicTime, _ host: isolated some UpdateHost
    ) async -> Answer {
        guard host.registry.contains(self) else {
            return .failure(ProviderTrouble(.notStartable, "the widget was removed"))
        }
        var called: BusName?
        do throws(ProviderTrouble) {
            let owner = try await host.session(of: self).reach(until: deadline, host)
            called = owner
            let session = host.session(of: self)
            // `BeginRequest` may have changed what the context tells.
            let context = host.context(of: self, reason)
            session.toldLook = PanelLook(context)
            let answer: (String, [String: DBusValue]) = try await session.call(
                owner, ProviderMember.performUpdate, until: deadline, host
            ) {
                try await $0.connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, ProviderMember.performUpdate,
                    timeout: $0.timeout, context.dictionary)
            }
            return .success((answer.0, answer.1))
        } catch {
            if let called, error.kind == .deadline { session?.hung(called, host) }
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
        try host.accept(changes, .result(result), for: self, isSandboxed: false, state: restingState)
        return host.registry.contains(self) ? record.lastResult ?? result : result
    }

    private func fail(
        _ reason: String, _ nextUpdate: Timestamp?, _ host: isolated some UpdateHost
    ) -> UpdateResult {
        let resting = restingState
        host.change(self) { record in
            let failed = record.fail(reason, nextUpdate: nextUpdate)
            return record.state == .unavailable ? failed : failed.union(record.setState(resting))
        }
        return .failed
    }

    private func finish(
        _ result: UpdateResult, _ outcome: Answer, _ started: MonotonicTime, _ host: isolated some UpdateHost
    ) {
        let clock = host.service.clock
        let failure = result == .failed ? Freshness.Failure(outcome) : nil
        freshness.ran(at: clock.boot(), failure)
        let day = clock.wall().localDay
        host.change(self) { record in
            record.noteRun(on: day)
            return []
        }
        // However it has ended.
        session?.suspension.tried(at: clock.boot())
        let waiters = run.finish()
        host.planner.runEnded(path)
        if host.registry.contains(self) {
            let duration = (clock.steady().nanoseconds - started.nanoseconds) / 1000
            host.tellUpdated(self, result, microseconds: duration)
            if result == .failed {
                host.service.log(.notice, identifier, "the update failed: \(ErrorText(record.error).cause)")
            }
        }
        host.reschedule(self)
        host.planner.beginRuns(host)
        followPanels(host)
        session?.watchIdleness(host)
        for waiter in waiters { waiter.settle(.success(result)) }
    }

    /// Has a provider that runs updated whose panels look otherwise than it was told last. One that is being updated is
    /// looked at again when that has ended.
    func followPanels(_ host: isolated some UpdateHost) {
        guard host.panels.isViewing, let session, case .ready = session.life.state,
            host.registry.contains(self), host.registry.isArranged(identifier), !run.isRunning,
            let told = session.toldLook, told != PanelLook(host.context(of: self, .context))
        else { return }
        // An update that is due tells it as well.
        if host.isDue(self) { return }
        update(.context, waiter: nil, host)
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
