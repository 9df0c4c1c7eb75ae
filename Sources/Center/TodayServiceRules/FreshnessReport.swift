package import TodayModel

/// Explains why a widget is or isn't fresh. Pure: times are in nanoseconds of the boot clock.
package struct FreshnessReport: Hashable, Sendable {
    /// The current activity.
    package enum Activity: Hashable, Sendable, CaseIterable {
        case none
        /// The provider is starting, for another reason than an update.
        case starting
        case updating
    }

    /// The availability of the provider.
    package enum Provider: Hashable, Sendable, CaseIterable {
        /// The widget has no provider: its content is pushed.
        case none
        /// The provider isn't running and can't be started.
        case unavailable
        case available
    }

    package var name = ""
    package var activity = Activity.none
    package var provider = Provider.available
    package var hasContent = true
    package var isArranged = true
    /// The time of the next attempt with a suspended provider; nil for any other.
    package var retryAt: UInt64?
    /// Whether the user paused it.
    package var isPaused = false
    /// The kind of ``error``; nil without one.
    package var errorKind: ErrorKind?
    /// Whether the error is that of the last run.
    package var hasFailed = false
    /// The number of updates that failed in a row, or of crashes and hangs in a row if that is larger. A provider may
    /// also crash in a tap, and twice in one update.
    package var failures: UInt32 = 0
    /// The widget's `Error`.
    package var error = ""
    /// 0 means only while a panel is visible.
    package var interval: UInt64 = 0
    package var confirmedAt: UInt64?
    package var isSnapshot = false
    package var isViewing = false
    package var due: UpdateTiming.Due?
    package var now: UInt64 = 0
    /// The reason why changes won't survive a restart; nil if they will.
    package var stateTrouble: StateTrouble?

    package init() {}

    /// The reason, and one sentence for the user.
    ///
    /// The reason is the first of these that applies, so it is the condition that has to change first:
    /// 1. An update is in progress.
    /// 2. It has no content.
    /// 3. It isn't arranged.
    /// 4. No provider can be called.
    /// 5. Its provider is suspended.
    /// 6. The user paused it.
    /// 7. The last run failed.
    /// 8. It depends on a visible panel, and no panel is visible.
    /// 9. It waits for its time.
    /// 10. It is fresh.
    ///
    /// A problem with storing changes is added to any of them.
    package var explanation: (reason: FreshnessReason, message: String) {
        let (reason, message) = freshness
        guard let stateTrouble else { return (reason, message) }
        return (reason, "\(message.dropLast()); \(stateTrouble).")
    }

    private var freshness: (reason: FreshnessReason, message: String) {
        switch activity {
        case .updating: return (.updating, "\(name) is updating now.")
        case .starting: return (.updating, "The app for \(name) is starting.")
        case .none: break
        }
        if !hasContent {
            return (.noContent, "\(name) has nothing to show, so it isn’t shown or updated.")
        }
        if !isArranged { return (.notArranged, "\(name) isn’t added to Today, so it isn’t updated.") }
        switch provider {
        case .none: return (.noProvider, "No app updates \(name); it shows what was last pushed.")
        case .unavailable:
            return (.noProvider, "The app for \(name) isn’t running and can’t be started\(cause).")
        case .available: break
        }
        if let retryAt {
            let message =
                due == nil
                ? "refresh it to try again" : "the next retry is \(span(until: retryAt)), or when you refresh it"
            return (.suspended, "The app for \(name) keeps crashing or hanging\(cause); \(message).")
        }
        if isPaused { return (.paused, "\(name) is paused, so it updates only when you refresh it.") }
        if hasFailed, let errorKind {
            let updates = failures > 1 ? "\(failures) updates" : "update"
            return (FreshnessReason(errorKind), "The last \(updates) of \(name) failed\(cause); \(next).")
        }
        if interval == 0, !isViewing, due.map({ $0.time > now && $0.reason == .nextUpdate }) ?? true {
            let request = due.map { "; its app asked for an update \(span(until: $0.time))" } ?? ""
            return (.hidden, "\(name) isn’t updated while no panel is visible\(request).")
        }
        return waitingOrFresh
    }

    private var waitingOrFresh: (reason: FreshnessReason, message: String) {
        if let due, due.reason == .wake {
            return (.interval, "\(name) became due while the computer was suspended; \(next).")
        }
        guard let confirmedAt else {
            let shown = isSnapshot ? " since Today started and shows earlier content" : " yet"
            return (.interval, "\(name) hasn’t been updated\(shown); \(next).")
        }
        let age = "\(name) was updated \(Self.words(now > confirmedAt ? now - confirmedAt : 0)) ago"
        if let due, due.time <= now { return (.interval, "\(age); \(next).") }
        if due == nil, interval > 0 { return (.interval, "\(age); no update is planned.") }
        return (.fresh, "\(age); \(next).")
    }

    /// The cause of the failure, as a continuation of a sentence.
    private var cause: String {
        let cause = ErrorText(error).reason(errorKind)
        let text = cause.hasSuffix(".") ? String(cause.dropLast()) : cause
        return text.isEmpty ? "" : " (\(text))"
    }

    /// The time of the next update, as a clause.
    private var next: String {
        guard let due else { return "it updates when a panel becomes visible, or when you refresh it" }
        return due.time <= now ? "an update is about to start" : "the next update is \(span(until: due.time))"
    }

    private func span(until time: UInt64) -> String { time > now ? "in \(Self.words(time - now))" : "in a moment" }

    /// Returns a duration as text for the user, rounded down; at least 1 s.
    private static func words(_ nanoseconds: UInt64) -> String {
        let seconds = max(1, nanoseconds / 1_000_000_000)
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        default: "\(seconds / 3600) h"
        }
    }
}

extension FreshnessReason {
    /// The reason for a widget whose last update failed.
    fileprivate init(_ kind: ErrorKind) {
        switch kind {
        case .timedOut: self = .deadline
        case .memory: self = .memory
        case .notStarted, .noProvider, .crashed, .invalidAnswer, .unreachable, .app, .paused, .unknownAction:
            self = .interval
        }
    }
}
