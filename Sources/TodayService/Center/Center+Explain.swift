internal import DBus
internal import TodayModel
internal import TodayProtocol

extension Center {
    /// Why a widget is or is not fresh: a state, a reason and one true sentence.
    func explain(_ text: String) throws -> [String: DBusValue] {
        let record = try registry.find(text)
        let due = due(record.path)
        let (reason, message) = reason(record, due)
        let next = due.map { wallTime(MonotonicTime(nanoseconds: $0.time)).microseconds } ?? 0
        return [
            "State": .string(record.state.rawValue), "Reason": .string(reason), "Message": .string(message),
            "LastResult": .string(record.lastResult?.rawValue ?? ""), "Error": .string(record.error),
            "Provider": .string(describe(record)), "UpdatedAt": .uint64(record.updatedAt.microseconds),
            "NextUpdate": .uint64(next), "Failures": .uint32(record.failures),
            "MemoryBytes": .uint64(sessions[record.path].flatMap(memory(of:)) ?? 0),
        ]
    }

    private func reason(_ record: WidgetRecord, _ due: Freshness.Due?) -> (word: String, message: String) {
        let name = record.identifier.rawValue
        if runs.isRunning(record.path) { return ("updating", "\(name) is being updated right now.") }
        if record.provider == .none {
            return ("no-provider", "\(name) has no provider: it shows what was pushed last.")
        }
        if record.state == .unavailable {
            return ("no-provider", "The provider of \(name) is not running, and there is no way to start it.")
        }
        if !record.hasContent {
            return ("no-content", "\(name) said that it has no content, so it is not shown and not updated.")
        }
        if !registry.isArranged(record.identifier) {
            return ("not-arranged", "\(name) is not in the arrangement, so it is not updated.")
        }
        if let explanation = explainSuspension(record) { return explanation }
        if record.lastResult == .failed {
            let reason = record.error.hasSuffix(".") ? String(record.error.dropLast()) : record.error
            let word = troubleWord(sessions[record.path]?.lastTrouble)
            return (word, "The last update of \(name) failed: \(reason). It is tried again when it is due.")
        }
        guard let due else {
            return ("hidden", "\(name) is updated only while a panel is visible, and none is.")
        }
        let seconds =
            due.time > clock.steady().nanoseconds ? (due.time - clock.steady().nanoseconds) / 1_000_000_000 : 0
        if record.lastResult == nil {
            return ("interval", "\(name) has not been updated yet; it is due in \(seconds) s.")
        }
        return ("fresh", "\(name) is fresh; it is due again in \(seconds) s.")
    }

    private func troubleWord(_ kind: ProviderTrouble.Kind?) -> String {
        switch kind {
        case .deadline: "deadline"
        case .memory: "memory"
        case .notStartable, .vanished, .refused, .nonsense, .missing, nil: "interval"
        }
    }

    /// Why a provider that crashed or hung is left alone; nil for any other.
    private func explainSuspension(_ record: WidgetRecord) -> (word: String, message: String)? {
        guard let session = sessions[record.path], let time = session.suspension.retryAt else { return nil }
        let now = clock.steady().nanoseconds
        let seconds = time > now ? (time - now) / 1_000_000_000 : 0
        return (
            "suspended",
            "The provider of \(record.identifier) failed repeatedly, and is tried again in \(seconds) s or on request."
        )
    }

    /// The time of day that a time on the steady clock will be.
    private func wallTime(_ time: MonotonicTime) -> Timestamp {
        let wait = (time - clock.steady()).components
        let microseconds =
            UInt64(max(0, wait.seconds)) * 1_000_000 + UInt64(max(0, wait.attoseconds)) / 1_000_000_000_000
        return Timestamp(microseconds: clock.wall().microseconds + microseconds)
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
