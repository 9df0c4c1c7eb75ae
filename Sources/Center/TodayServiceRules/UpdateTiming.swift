package import TodayModel

/// Decides when a widget is due. Pure: times are arguments, in nanoseconds of the boot clock, which also counts while
/// the machine is suspended.
package struct UpdateTiming: Hashable, Sendable {
    /// Whether a provider can be asked: false for push-only and unavailable widgets.
    package var canUpdate = true
    package var hasContent = true
    package var isArranged = true
    /// Whether the user paused it: nothing but a request, or a setting, makes it due.
    package var isPaused = false
    /// 0 means only while a panel is visible.
    package var interval: UInt64 = 900_000_000_000
    /// The time when the last run ended or the last push came; nil before the first.
    package var confirmedAt: UInt64?
    /// The time when the widget was first seen.
    package var seenAt: UInt64 = 0
    /// The time of its first update, with or without a visible panel; nil after that update, or after a push.
    package var firstTurn: UInt64?
    /// The one-time update that the provider requested, on the same clock.
    package var nextUpdate: UInt64?
    /// Set by `SetHasContent(true)` until the next run.
    package var isAskedFor = false
    /// Set when its settings change, until an update passes them to a provider.
    package var hasNewSettings = false
    /// Set when the user chooses another size, until an update passes it to a provider.
    package var hasNewSize = false
    /// The time since which a panel is visible; nil while none is.
    package var visibleSince: UInt64?
    /// The time of its turn among the widgets that became due while the machine was suspended.
    package var turn: UInt64?

    /// - Parameter seenAt: the time when the widget was first seen.
    package init(seenAt: UInt64 = 0) { self.seenAt = seenAt }

    /// Records a push that sets the widget's content.
    package mutating func confirm(at now: UInt64) {
        confirmedAt = now
        firstTurn = nil
    }

    /// Records the end of a run.
    package mutating func ran(at now: UInt64) {
        confirmedAt = now
        firstTurn = nil
        isAskedFor = false
        turn = nil
    }

    /// A due time and its reason.
    package struct Due: Hashable, Sendable {
        package var time: UInt64
        package var reason: UpdateReason

        package init(_ time: UInt64, _ reason: UpdateReason) {
            self.time = time
            self.reason = reason
        }
    }

    /// The minimum spacing of updates that a provider requests: a provider that always requests one now must not run in
    /// a loop.
    package static let spacing: UInt64 = 1_000_000_000

    private var earliestRequest: UInt64 { confirmedAt?.adding(Self.spacing) ?? 0 }

    /// The earliest time at which an update is due; nil if none will be due until something changes.
    package var due: Due? { earliest.map(inTurn) }

    /// The same, without the wait for its turn.
    package var earliest: Due? {
        guard canUpdate, hasContent, isArranged else { return nil }
        var candidates: [Due] = []
        if isAskedFor { candidates.append(Due(0, .hasContent)) }
        if hasNewSettings { candidates.append(Due(0, .settings)) }
        if isPaused { return candidates.first }
        if hasNewSize { candidates.append(Due(0, .context)) }
        if let firstTurn { candidates.append(Due(firstTurn, .start)) }
        if let nextUpdate { candidates.append(Due(max(nextUpdate, earliestRequest), .nextUpdate)) }
        if interval > 0 {
            let (expiry, overflow) = (confirmedAt ?? seenAt).addingReportingOverflow(interval)
            if !overflow { candidates.append(Due(expiry, .interval)) }
        }
        if let visibleSince {
            // Old content is refreshed when a panel becomes visible; content that was never confirmed is always old.
            let isOld = confirmedAt.map { $0 < visibleSince && visibleSince - $0 >= interval } ?? true
            if isOld { candidates.append(Due(visibleSince, .visible)) }
        }
        return candidates.min { $0.time < $1.time }
    }

    /// Returns the due time of an update, moved to its turn if the update was missed while the machine was suspended.
    /// An update that was just requested doesn't wait.
    package func inTurn(_ due: Due) -> Due {
        guard let turn, due.time < turn, ![.hasContent, .settings, .context].contains(due.reason) else { return due }
        return Due(turn, .wake)
    }
}
