internal import TodayModel

extension FreshnessReport {
    /// One of the reasons why a widget is or isn't fresh: key `Reasons` of the reply of `Explain`.
    package struct Cause: Hashable, Sendable {
        /// A word of ``FreshnessReason`` or `ErrorKind`, or `pending`, `snapshot` or `state-not-stored`.
        package var kind: String
        /// The moment that the reason is about, in nanoseconds of the boot clock; nil if it is unknown.
        package var at: UInt64?
        /// The number of failures in a row; 0 for other reasons.
        package var count: UInt32 = 0

        package init(kind: String, at: UInt64? = nil, count: UInt32 = 0) {
            self.kind = kind
            self.at = at
            self.count = count
        }

        /// The kind of content of an earlier session, which has no moment of the boot clock.
        package static let snapshot = "snapshot"
    }

    /// All reasons that apply, the most important first: in the order of ``explanation``.
    ///
    /// The moment is the next attempt for `suspended`, the end of the last run for a failure, the due time for
    /// `pending` and `interval`, and the last confirmation for `fresh`.
    package var causes: [Cause] {
        var causes: [Cause] = []
        func add(_ reason: FreshnessReason, at time: UInt64? = nil, count: UInt32 = 0) {
            causes.append(Cause(kind: reason.rawValue, at: time, count: count))
        }
        if activity != .none { add(.updating) }
        if !hasContent { add(.noContent) }
        if !isArranged { add(.notArranged) }
        if provider != .available { add(.noProvider) }
        if let retryAt { add(.suspended, at: retryAt, count: failures) }
        if isPaused { add(.paused) }
        if let errorKind {
            causes.append(
                Cause(kind: errorKind.rawValue, at: hasFailed ? confirmedAt : nil, count: hasFailed ? failures : 0))
        }
        let isUpdatable =
            hasContent && isArranged && provider == .available && activity == .none && retryAt == nil && !isPaused
        if isUpdatable { addTiming(to: &causes) }
        if isSnapshot { causes.append(Cause(kind: Cause.snapshot)) }
        if stateTrouble != nil { causes.append(Cause(kind: "state-not-stored")) }
        return causes
    }

    /// Adds the reason that counts for a widget without a failure.
    private func addTiming(to causes: inout [Cause]) {
        var healthy = self
        healthy.hasFailed = false
        let reason = healthy.explanation.reason
        switch (reason, due) {
        case (.interval, let due?) where due.time <= now: causes.append(Cause(kind: "pending", at: due.time))
        // After a failure, nothing is fresh.
        case (.fresh, _) where hasFailed && errorKind != nil:
            if let due { causes.append(Cause(kind: FreshnessReason.interval.rawValue, at: due.time)) }
        case (.fresh, _): causes.append(Cause(kind: reason.rawValue, at: confirmedAt))
        case (.interval, _): causes.append(Cause(kind: reason.rawValue, at: due?.time))
        default: causes.append(Cause(kind: reason.rawValue))
        }
    }
}
