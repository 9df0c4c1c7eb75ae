package import TodayProtocol

/// When a widget is due, from what is known of it. Pure: times are given, in nanoseconds of one steady clock.
package struct Freshness: Hashable, Sendable {
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
    /// The provider's one-shot wish, on the same clock.
    package var nextUpdate: UInt64?
    /// Set by `SetHasContent(true)` until the next run.
    package var isAskedFor = false
    /// Since when panels have been visible; nil while none is.
    package var visibleSince: UInt64?

    package init() {}

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

    private var earliestWish: UInt64 { confirmedAt.map { $0 < .max - Self.spacing ? $0 + Self.spacing : .max } ?? 0 }

    /// The earliest time at which an update is due; nil when none will be unless something changes.
    package var due: Due? {
        guard canUpdate, hasContent, isArranged else { return nil }
        var candidates: [Due] = []
        if isAskedFor { candidates.append(Due(0, .hasContent)) }
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
}
