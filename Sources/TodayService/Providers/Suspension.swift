internal import TodayProtocol

/// How long a provider that keeps failing is left alone. Pure: times are given, in nanoseconds of the boot
/// clock.
///
/// Two crashes or deadlines in a row suspend it. It is tried again after 30 s, and each time that fails, after twice as
/// long, up to two hours. An answer ends all that.
package struct Suspension: Hashable, Sendable {
    /// The first pause, and the longest, in nanoseconds.
    package static let pauses: ClosedRange<UInt64> = 30_000_000_000...7_200_000_000_000
    /// How many crashes or deadlines in a row are too many.
    package static let threshold: UInt32 = 2

    /// Crashes and deadlines since the last answer.
    package private(set) var failures: UInt32 = 0
    private var pause: UInt64 = 0
    /// When it is tried again; nil while it is not suspended.
    package private(set) var retryAt: UInt64?

    private let firstPause: UInt64

    /// - Parameter firstPause: the first pause, in nanoseconds.
    package init(firstPause: UInt64 = pauses.lowerBound) { self.firstPause = firstPause }

    /// Whether there is anything that an answer would end.
    package var isTroubled: Bool { failures > 0 }

    package var isSuspended: Bool { retryAt != nil }

    /// It crashed, or did not answer in time.
    package mutating func failed(at now: UInt64) {
        if failures < .max { failures += 1 }
        guard failures >= Self.threshold else { return }
        // Whoever asks for it earlier, and in vain, makes the pause begin again, but not longer.
        if retryAt.map({ now >= $0 }) ?? true {
            pause = pause == 0 ? firstPause : min(pause * 2, Self.pauses.upperBound)
        }
        wait(from: now)
    }

    /// It was tried, and neither failed nor answered: it is not tried in a circle.
    package mutating func tried(at now: UInt64) {
        if let retryAt, retryAt <= now { wait(from: now) }
    }

    /// It answered.
    package mutating func answered() { self = Suspension(firstPause: firstPause) }

    private mutating func wait(from now: UInt64) {
        let (time, overflow) = now.addingReportingOverflow(pause)
        retryAt = overflow ? .max : time
    }
}

extension Freshness {
    /// When a provider that is left alone until `time` is tried again; nil where there is nobody to do it for.
    package func retry(at time: UInt64) -> Due? {
        guard canUpdate, hasContent, isArranged, interval > 0 || visibleSince != nil else { return nil }
        let usual = earliest
        return inTurn(Due(time, usual.map { $0.time <= time ? $0.reason : .interval } ?? .interval))
    }
}
