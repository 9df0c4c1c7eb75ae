internal import TodayModel

/// The backoff of a provider that keeps failing. Pure: times are arguments, in nanoseconds of the boot clock.
///
/// After a crash or a deadline, the center retries in 30 s: on a busy machine, a healthy provider can be late. Two
/// failures in a row suspend it; each further failure doubles the wait, up to two hours. An answer resets the backoff.
package struct CrashBackoff: Hashable, Sendable {
    /// The first and the longest pause, in nanoseconds.
    package static let pauses: ClosedRange<UInt64> = 30_000_000_000...7_200_000_000_000
    /// The number of crashes or deadlines in a row that suspends the provider.
    package static let threshold: UInt32 = 2

    /// Crashes and deadlines since the last answer.
    package private(set) var failures: UInt32 = 0
    private var pause: UInt64 = 0
    /// The time of the next attempt at the latest; nil while nothing is wrong.
    package private(set) var retryAt: UInt64?

    private let firstPause: UInt64

    /// - Parameter firstPause: the first pause, in nanoseconds.
    package init(firstPause: UInt64 = pauses.lowerBound) { self.firstPause = firstPause }

    /// Whether an answer would reset anything.
    package var isTroubled: Bool { retryAt != nil }

    /// Whether the center leaves the provider alone until ``retryAt``.
    package var isSuspended: Bool { failures >= Self.threshold }

    /// Records that it crashed, or didn't answer in time.
    package mutating func failed(at now: UInt64) {
        if failures < .max { failures += 1 }
        guard isSuspended else { return wait(from: now) }
        // An earlier attempt on request that fails restarts the pause, but doesn't lengthen it.
        if pause == 0 || retryAt.map({ now >= $0 }) ?? true {
            pause = pause == 0 ? firstPause : min(pause * 2, Self.pauses.upperBound)
        }
        wait(from: now)
    }

    /// Records an attempt that neither failed nor got an answer, so that attempts don't loop.
    package mutating func tried(at now: UInt64) {
        if let retryAt, retryAt <= now { wait(from: now) }
    }

    /// Forgets all failures: it has answered, or the cause of the failures has changed.
    ///
    /// - Parameter time: the time of the next attempt; nil if the provider works.
    package mutating func reset(retryAt time: UInt64? = nil) {
        self = CrashBackoff(firstPause: firstPause)
        retryAt = time
    }

    private mutating func wait(from now: UInt64) {
        retryAt = now.adding(max(pause, firstPause))
    }
}

extension UpdateTiming {
    /// Returns the time of the next attempt with a provider in trouble; nil if the update isn't needed.
    ///
    /// - Parameters:
    ///   - time: the time of the attempt at the latest.
    ///   - isLeftAlone: whether no attempt is made before `time`.
    package func retry(at time: UInt64, isLeftAlone: Bool = true) -> Due? {
        let usual = earliest
        if !isLeftAlone, let usual, usual.time <= time { return inTurn(usual) }
        guard canUpdate, hasContent, isArranged, interval > 0 || visibleSince != nil, !isPaused || usual != nil else {
            return nil
        }
        return inTurn(Due(time, usual.map { $0.time <= time ? $0.reason : .interval } ?? .interval))
    }
}
