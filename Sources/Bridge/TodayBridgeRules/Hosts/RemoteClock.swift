package import TodayModel

/// The difference between the clock of another machine and the clock here. Pure.
///
/// A call there that sets a time sets it later than the call was sent. So the difference is at most a round trip too
/// small, and content is never shown as newer than it is.
package struct RemoteClock: Hashable, Sendable {
    /// How much later it is here than there, in µs; nil before the first measurement.
    private var difference: Int64?
    /// A time there that is so much later than now shows that the clock there was set.
    private static let tolerance: UInt64 = 2_000_000

    package init() {}

    /// Whether the difference is known.
    package var isMeasured: Bool { difference != nil }

    /// Records that a call, which was sent at a time here, has set a time there.
    package mutating func measure(_ theirs: Timestamp, sent: Timestamp) {
        difference = Int64(clamping: sent.microseconds) - Int64(clamping: theirs.microseconds)
    }

    /// Returns the time here when a clock there shows a time; ``Timestamp/never`` if that is unknown.
    package func here(_ theirs: Timestamp, now: Timestamp) -> Timestamp {
        guard theirs != .never, let time = exact(theirs) else { return .never }
        return Timestamp(microseconds: min(max(time, 1), now.microseconds))
    }

    /// Whether a clock was set since the measurement, because a past time there would be in the future.
    package func isOutdated(by theirs: Timestamp, now: Timestamp) -> Bool {
        guard theirs != .never, let time = exact(theirs) else { return false }
        return time > now.microseconds.addingReportingOverflow(Self.tolerance).partialValue
    }

    private func exact(_ theirs: Timestamp) -> UInt64? {
        difference.map { difference in
            let sum = Int64(clamping: theirs.microseconds).addingReportingOverflow(difference)
            return sum.overflow ? (difference > 0 ? .max : 0) : UInt64(clamping: sum.partialValue)
        }
    }
}
