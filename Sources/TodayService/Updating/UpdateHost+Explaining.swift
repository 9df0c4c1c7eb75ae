internal import DBus
internal import TodayModel
internal import TodayProtocol

/// What `Explain` tells.
extension UpdateHost {
    /// Why a widget is or is not fresh: a state, a reason and one true sentence.
    ///
    /// - Parameter stateTrouble: why changes will not survive a restart.
    func explain(
        _ text: String, _ stateTrouble: @autoclosure () -> StateTrouble?
    ) async throws -> [String: DBusValue] {
        var memory: UInt64 = 0
        if let session = try registry.find(text).session { memory = await providers.memory(of: session) ?? 0 }
        // It may have gone while its memory was looked at.
        let widget = try registry.find(text)
        let record = widget.record
        let due = planner.due(widget, self)
        let standing = standing(widget, due, stateTrouble())
        let (reason, message) = standing.explanation
        let next = due.map { service.clock.wallTime(of: $0.time) } ?? .never
        return [
            "State": .string(record.state.rawValue), "Reason": .string(reason.rawValue), "Message": .string(message),
            "LastResult": .string(record.lastResult?.rawValue ?? ""), "Error": .string(record.error),
            "Provider": .string(describe(record)), "UpdatedAt": .uint64(record.updatedAt.microseconds),
            "NextUpdate": .uint64(next.microseconds), "Failures": .uint32(standing.failures),
            "UpdatesToday": .uint32(record.runs.count(on: service.clock.wall().localDay)),
            "MemoryBytes": .uint64(memory),
        ]
    }

    private func standing(
        _ widget: HostedWidget, _ due: Freshness.Due?, _ stateTrouble: StateTrouble?
    ) -> Standing {
        let record = widget.record
        var standing = Standing()
        standing.name = record.identifier.rawValue
        if widget.run.isRunning {
            standing.activity = .updating
        } else if record.state == .updating {
            standing.activity = .starting
        }
        if record.provider == .none {
            standing.provider = .none
        } else if record.state == .unavailable {
            standing.provider = .unavailable
        }
        standing.hasContent = record.hasContent
        standing.isArranged = registry.isArranged(record.identifier)
        let suspension = widget.session?.suspension
        standing.retryAt = suspension?.isSuspended == true ? suspension?.retryAt : nil
        standing.failure = widget.freshness.failure
        standing.failures = max(record.failures, widget.session?.suspension.failures ?? 0)
        standing.error = record.error
        standing.interval = record.interval
        standing.confirmedAt = widget.freshness.confirmedAt
        standing.stateTrouble = stateTrouble
        standing.isSnapshot = record.isSnapshot
        standing.isViewing = panels.isViewing
        standing.due = due
        standing.now = service.clock.boot()
        return standing
    }

    /// Who provides a widget, for people.
    private func describe(_ record: WidgetRecord) -> String {
        switch record.provider {
        case .none: "none"
        case .callingConnection(let path): "\(record.registrant?.rawValue ?? "an app that left") at \(path)"
        case .bus(let name, let path): "\(name) at \(path)"
        case .exec(let command, let name, let path): "\(name) at \(path), started as \(command)"
        }
    }
}
