internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The implementation of `Explain`.
extension Center {
    /// Returns why a widget is or isn't fresh: a state, a reason and one accurate sentence.
    ///
    /// - Parameter stateTrouble: the reason why changes won't survive a restart.
    func explain(
        _ text: String, _ stateTrouble: @autoclosure () -> StateTrouble?
    ) async throws -> [String: DBusValue] {
        var memory: UInt64 = 0
        if let session = try registry.find(text).session { memory = await providers.memory(of: session) ?? 0 }
        // The widget may have been removed while its memory was measured.
        let widget = try registry.find(text)
        let record = widget.record
        let due = planner.due(widget, self)
        let report = report(widget, due, stateTrouble())
        let (reason, message) = report.explanation
        let next = due.map { service.clock.wallTime(of: $0.time) } ?? .never
        return [
            "State": .string(record.state.rawValue), "Reason": .string(reason.rawValue), "Message": .string(message),
            "LastResult": .string(record.lastResult?.rawValue ?? ""), "Error": .string(record.error),
            "Provider": .string(describe(record)), "UpdatedAt": .uint64(record.updatedAt.microseconds),
            "NextUpdate": .uint64(next.microseconds), "Failures": .uint32(report.failures),
            "UpdatesToday": .uint32(record.runs.count(on: service.clock.wall().localDay)),
            "MemoryBytes": .uint64(memory), "ErrorKind": .string(record.errorKind?.rawValue ?? ""),
            "RetryAt": .uint64(record.retryAt.microseconds),
            "Reasons": .array(report.causes.map { .properties(describe($0, record)) }, of: "a{sv}"),
        ]
    }

    private func describe(_ cause: FreshnessReport.Cause, _ record: WidgetRecord) -> [String: DBusValue] {
        let time = cause.at.map { service.clock.wallTime(of: $0) } ?? .never
        let moment = cause.kind == FreshnessReport.Cause.snapshot ? record.updatedAt : time
        return [
            "Kind": .string(cause.kind), "At": .uint64(moment.microseconds), "Count": .uint32(cause.count),
        ]
    }

    private func report(
        _ widget: HostedWidget, _ due: UpdateTiming.Due?, _ stateTrouble: StateTrouble?
    ) -> FreshnessReport {
        let record = widget.record
        var report = FreshnessReport()
        report.name = record.identifier.rawValue
        if widget.run.isRunning {
            report.activity = .updating
        } else if record.state == .updating {
            report.activity = .starting
        }
        if record.provider == .none {
            report.provider = .none
        } else if record.state == .unavailable {
            report.provider = .unavailable
        }
        report.hasContent = record.hasContent
        report.isArranged = registry.isArranged(record.identifier)
        let backoff = widget.session?.backoff
        report.retryAt = backoff?.isSuspended == true ? backoff?.retryAt : nil
        report.isPaused = record.options.isPaused
        report.errorKind = record.errorKind
        report.hasFailed = record.lastResult == .failed && record.errorKind != nil
        report.failures = max(record.failures, widget.session?.backoff.failures ?? 0)
        report.error = record.error
        report.interval = record.interval
        report.confirmedAt = widget.updateTiming.confirmedAt
        report.stateTrouble = stateTrouble
        report.isSnapshot = record.isSnapshot
        report.isViewing = panels.isViewing
        report.due = due
        report.now = service.clock.boot()
        return report
    }

    /// Returns a description of a widget's provider, for the user.
    private func describe(_ record: WidgetRecord) -> String {
        switch record.provider {
        case .none: "none"
        case .callingConnection(let path): "\(record.registrant?.rawValue ?? "an app that left") at \(path)"
        case .bus(let name, let path): "\(name) at \(path)"
        case .exec(let command, let name, let path): "\(name) at \(path), started as \(command)"
        }
    }
}
