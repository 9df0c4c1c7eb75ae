internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

extension Center {
    /// What one caller of `PerformUpdate` is answered: the result of the run, or why it may not wait for that.
    typealias RunAnswer = FirstAnswer<Result<UpdateResult, RemoteError>>

    /// Whether a caller provides this widget.
    struct OwnRunQuestion: Hashable {
        let path: ObjectPath
        let caller: BusName
    }

    /// Has a widget updated. A run that is under way is joined.
    func update(_ path: ObjectPath, _ reason: UpdateReason, waiter: RunAnswer?) {
        guard runs.join(path, waiter) else { return }
        // It is looked at again when the run has ended.
        reschedule(path)
        Task { await run(path, reason) }
    }

    /// One run: from the call to the reply of everybody who waits.
    private func run(_ path: ObjectPath, _ reason: UpdateReason) async {
        let started = clock.steady()
        let deadline = started + timing.provider
        change(path) { record in
            let due = record.nextUpdate != .never && record.nextUpdate <= clock.wall()
            let cleared = due ? record.clearNextUpdate() : []
            return record.state == .unavailable ? cleared : cleared.union(record.setState(.updating))
        }
        var outcome = await attempt(path, reason, deadline)
        if case .failure(let trouble) = outcome, trouble.kind == .vanished {
            // It went while it was asked: once more, with a fresh one.
            outcome = await attempt(path, reason, deadline)
        }
        finish(path, conclude(path, outcome), outcome, started)
    }

    /// What a provider answered to `PerformUpdate`.
    private typealias Answer = Result<(word: String, changes: [String: DBusValue]), ProviderTrouble>

    private func attempt(_ path: ObjectPath, _ reason: UpdateReason, _ deadline: MonotonicTime) async -> Answer {
        guard let record = registry[path] else {
            return .failure(ProviderTrouble(.notStartable, "the widget was removed"))
        }
        var called: BusName?
        do throws(ProviderTrouble) {
            let owner = try await reachProvider(record, until: deadline)
            called = owner
            // `BeginRequest` may have changed what the context tells.
            let current = registry[path] ?? record
            let context = context(of: current, reason)
            sessions[path]?.toldLook = PanelLook(context)
            let answer: (String, [String: DBusValue]) = try await call(
                current, owner, ProviderMember.performUpdate, until: deadline
            ) {
                try await $0.connection.call(
                    $0.owner, path: $0.path, interface: TodayBus.provider, ProviderMember.performUpdate,
                    timeout: $0.timeout, context.dictionary)
            }
            return .success((answer.0, answer.1))
        } catch {
            if let called, error.kind == .deadline { providerHung(path, called) }
            return .failure(error)
        }
    }

    /// Takes over what the run gave. Returns what really happened.
    private func conclude(_ path: ObjectPath, _ outcome: Answer) -> UpdateResult {
        do {
            let (word, changes) = try outcome.get()
            guard let result = UpdateResult(rawValue: word) else {
                throw ProviderTrouble(.nonsense, "the provider answered \(word.excerpt), which is no result")
            }
            switch result {
            case .newData: return try take(path, try WidgetChanges(changes), .newData)
            case .noData:
                return try take(path, try WidgetChanges(changes.filter { $0.key == "NextUpdate" }), .noData)
            case .failed:
                let told = try WidgetChanges(changes.filter { $0.key == "NextUpdate" || $0.key == "Error" })
                let reason = told.error.flatMap { $0.isEmpty ? nil : $0 }
                return fail(path, reason ?? Self.unexplained.text, told.nextUpdate)
            }
        } catch {
            return fail(path, ErrorText(error).text, nil)
        }
    }

    /// A provider says nothing more than that it failed.
    private static let unexplained = ErrorText(
        "The widget could not be updated", details: "the provider reported a failure")

    private func take(_ path: ObjectPath, _ changes: WidgetChanges, _ result: UpdateResult) throws -> UpdateResult {
        try registry.checkTotalSize(changes.content, for: path)
        try checkURLs(changes.content, isSandboxed: registry[path]?.isSandboxed == true)
        let resting = restingState(of: path)
        try change(path) { record in
            let applied = try record.apply(changes, from: .result(result), at: clock.wall())
            // The provider may have left right after its answer.
            return record.state == .unavailable ? applied : applied.union(record.setState(resting))
        }
        return registry[path]?.lastResult ?? result
    }

    private func fail(_ path: ObjectPath, _ reason: String, _ nextUpdate: Timestamp?) -> UpdateResult {
        let resting = restingState(of: path)
        change(path) { record in
            let failed = record.fail(reason, nextUpdate: nextUpdate)
            return record.state == .unavailable ? failed : failed.union(record.setState(resting))
        }
        return .failed
    }

    private func finish(_ path: ObjectPath, _ result: UpdateResult, _ outcome: Answer, _ started: MonotonicTime) {
        let failure = result == .failed ? Freshness.Failure(outcome) : nil
        schedule[path]?.ran(at: clock.boot(), failure)
        let day = clock.wall().localDay
        change(path) { record in
            record.noteRun(on: day)
            return []
        }
        triedProvider(at: path)
        let waiters = runs.finish(path)
        slots.end(path)
        if let record = registry[path] {
            let duration = (clock.steady().nanoseconds - started.nanoseconds) / 1000
            let details: [String: DBusValue] = [
                "Revision": .uint64(record.revision), "DurationUsec": .uint64(duration), "Error": .string(record.error),
            ]
            onConnection {
                try? $0.emit(
                    Self.widgetUpdated, at: TodayBus.path, record.identifier.rawValue, result.rawValue, details)
            }
            if result == .failed {
                log(.notice, record.identifier, "the update failed: \(ErrorText(record.error).cause)")
            }
        }
        reschedule(path)
        beginRuns()
        followPanels(path)
        if let session = sessions[path] { watchIdleness(session) }
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
        case .notStartable, .absent, .ended, .vanished, .refused, .nonsense, .missing: self = .other
        }
    }
}
