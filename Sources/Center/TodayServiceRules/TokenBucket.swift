/// A rate limit: a burst at once, then a number per second. Pure: times are arguments, in nanoseconds of one steady
/// clock.
package struct TokenBucket: Hashable, Sendable {
    /// One token is a second's worth of nanoseconds, so the rate is the inflow per nanosecond.
    private static let token: UInt64 = 1_000_000_000

    private let capacity: UInt64
    private var level: UInt64
    private var rate: UInt64
    private var filledAt: UInt64

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - burst: the capacity in tokens.
    ///   - perSecond: the inflow in tokens per second.
    package init(burst: Int, perSecond: Int, at now: UInt64) {
        capacity = UInt64(burst) * Self.token
        level = capacity
        rate = UInt64(perSecond)
        filledAt = now
    }

    /// Changes the rate from now on.
    package mutating func setRate(perSecond: Int, at now: UInt64) {
        fill(until: now)
        rate = UInt64(perSecond)
    }

    /// Returns whether a whole token is available.
    package mutating func hasToken(at now: UInt64) -> Bool {
        fill(until: now)
        return level >= Self.token
    }

    /// Takes a token, or the remaining part of one: the level never becomes negative.
    package mutating func consume(at now: UInt64) {
        fill(until: now)
        level -= min(level, Self.token)
    }

    /// The time of the next whole token at the current rate; in the past if one is available.
    package var nextToken: UInt64 {
        if level >= Self.token { return filledAt }
        let missing = Self.token - level
        return filledAt.adding((missing + rate - 1) / rate)
    }

    private mutating func fill(until now: UInt64) {
        guard now > filledAt else { return }
        let (inflow, overflow) = (now - filledAt).multipliedReportingOverflow(by: rate)
        level = overflow || inflow >= capacity - level ? capacity : level + inflow
        filledAt = now
    }
}
