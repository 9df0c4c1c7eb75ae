internal import TodayModel

/// How long a provider that keeps failing is left alone. Pure: times are given, in nanoseconds of the boot
/// clock.
///
/// After a crash or a deadline it is tried again in 30 s: a machine that is busy makes a healthy one late. Two in a row
/// suspend it; each time that it fails then, it is tried again after twice as long, up to two hours. An answer ends all that.
package struct CrashBackoff: Hashable, Sendable {
    /// The first pause, and the longest, in nanoseconds.
    package static let pauses: ClosedRange<UInt64> = 30_000_000_000...7_200_000_000_000
    /// How many crashes or deadlines in a row are too many.
    package static let threshold: UInt32 = 2

    /// Crashes and deadlines since the last answer.
    package private(set) var failures: UInt32 = 0
    private var pause: UInt64 = 0
    /// When it is tried again at the latest; nil while nothing is wrong.
    package private(set) var retryAt: UInt64?

    private let firstPause: UInt64

    /// - Parameter firstPause: the first pause, in nanoseconds.
    package init(firstPause: UInt64 = pauses.lowerBound) { self.firstPause = firstPause }

    /// Whether there is anything that an answer would end.
    package var isTroubled: Bool { retryAt != nil }

    /// Whether it is left alone until ``retryAt``.
    package var isSuspended: Bool { failures >= Self.threshold }

    /// It crashed, or did not answer in time.
    package mutating func failed(at now: UInt64) {
        if failures < .max { failures += 1 }
        guard isSuspended else { return wait(from: now) }
        // Whoever asks for it earlier, and in vain, makes the pause begin again, but not longer.
        if pause == 0 || retryAt.map({ now >= $0 }) ?? true {
            pause = pause == 0 ? firstPause : min(pause * 2, Self.pauses.upperBound)
        }
        wait(from: now)
    }

    /// It was tried, and neither failed nor answered: it is not tried in a circle.
    package mutating func tried(at now: UInt64) {
        if let retryAt, retryAt <= now { wait(from: now) }
    }

    /// Forgets all failures: it has answered, or what it failed at has changed.
    ///
    /// - Parameter time: when it is tried again; nil when it works.
    package mutating func reset(retryAt time: UInt64? = nil) {
        self = CrashBackoff(firstPause: firstPause)
        retryAt = time
    }

    private mutating func wait(from now: UInt64) {
        retryAt = now.adding(max(pause, firstPause))
    }
}

extension UpdateTiming {
    /// When a provider is tried again that is in trouble; nil where there is nobody to do it for.
    ///
    /// - Parameters:
    ///   - time: when it is tried at the latest.
    ///   - isLeftAlone: whether it is not tried before either.
    package func retry(at time: UInt64, isLeftAlone: Bool = true) -> Due? {
        let usual = earliest
        if !isLeftAlone, let usual, usual.time <= time { return inTurn(usual) }
        guard canUpdate, hasContent, isArranged, interval > 0 || visibleSince != nil else { return nil }
        return inTurn(Due(time, usual.map { $0.time <= time ? $0.reason : .interval } ?? .interval))
    }
}
