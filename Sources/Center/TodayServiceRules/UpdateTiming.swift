package import TodayModel

/// Decides when a widget is due. Pure: times are arguments, in nanoseconds of the boot clock, which counts a suspended
/// machine's time too.
package struct UpdateTiming: Hashable, Sendable {
    /// Whether there is anything to ask: false for push-only and unavailable widgets.
    package var canUpdate = true
    package var hasContent = true
    package var isArranged = true
    /// 0 means only while viewed.
    package var interval: UInt64 = 900_000_000_000
    /// When the last run ended or a push came; nil before the first.
    package var confirmedAt: UInt64?
    /// When it was first seen.
    package var seenAt: UInt64 = 0
    /// When it is the turn of its first update, panels or not; nil once it had that, or was pushed to.
    package var firstTurn: UInt64?
    /// The provider's one-shot wish, on the same clock.
    package var nextUpdate: UInt64?
    /// Set by `SetHasContent(true)` until the next run.
    package var isAskedFor = false
    /// Set by a change of its settings until a provider is asked that is told of it.
    package var hasNewSettings = false
    /// Since when panels have been visible; nil while none is.
    package var visibleSince: UInt64?
    /// When it is its turn, of those that became due while the machine was suspended.
    package var turn: UInt64?
    /// How the last run failed; nil when it did not, or when its error was cleared since.
    package var failure: Failure?

    /// - Parameter seenAt: when it was first seen.
    package init(seenAt: UInt64 = 0) { self.seenAt = seenAt }

    /// What kind of failure an update was.
    package enum Failure: Hashable, Sendable, CaseIterable {
        /// The provider did not answer, or did not come up, in time.
        case deadline
        /// It used more memory than it may.
        case memory
        /// Anything else; the widget's `Error` says what.
        case other
    }

    /// A push came that shows what the widget has.
    package mutating func confirm(at now: UInt64) {
        confirmedAt = now
        firstTurn = nil
    }

    /// A run has ended.
    package mutating func ran(at now: UInt64, _ failure: Failure?) {
        confirmedAt = now
        firstTurn = nil
        isAskedFor = false
        turn = nil
        self.failure = failure
    }

    /// A due time and why.
    package struct Due: Hashable, Sendable {
        package var time: UInt64
        package var reason: UpdateReason

        package init(_ time: UInt64, _ reason: UpdateReason) {
            self.time = time
            self.reason = reason
        }
    }

    /// How far apart updates are that a provider wishes for itself: one that always wishes for now is not run in a circle.
    package static let spacing: UInt64 = 1_000_000_000

    private var earliestWish: UInt64 { confirmedAt?.adding(Self.spacing) ?? 0 }

    /// The earliest time at which an update is due; nil when none will be unless something changes.
    package var due: Due? { earliest.map(inTurn) }

    /// The same, also if it has to wait for its turn.
    package var earliest: Due? {
        guard canUpdate, hasContent, isArranged else { return nil }
        var candidates: [Due] = []
        if isAskedFor { candidates.append(Due(0, .hasContent)) }
        if hasNewSettings { candidates.append(Due(0, .settings)) }
        if let firstTurn { candidates.append(Due(firstTurn, .start)) }
        if let nextUpdate { candidates.append(Due(max(nextUpdate, earliestWish), .nextUpdate)) }
        if interval > 0 {
            let (expiry, overflow) = (confirmedAt ?? seenAt).addingReportingOverflow(interval)
            if !overflow { candidates.append(Due(expiry, .interval)) }
        }
        if let visibleSince {
            // Old content is refreshed at the moment somebody looks; what was never confirmed is always old.
            let isOld = confirmedAt.map { $0 < visibleSince && visibleSince - $0 >= interval } ?? true
            if isOld { candidates.append(Due(visibleSince, .visible)) }
        }
        return candidates.min { $0.time < $1.time }
    }

    /// What was missed while the machine was suspended waits for its turn, but not what somebody has just asked for.
    package func inTurn(_ due: Due) -> Due {
        guard let turn, due.time < turn, due.reason != .hasContent, due.reason != .settings else { return due }
        return Due(turn, .wake)
    }
}
