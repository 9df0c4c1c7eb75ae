/// How much may be done at a rate: some at once, then so many a second. Pure: times are given, in nanoseconds of one
/// steady clock.
package struct TokenBucket: Hashable, Sendable {
    /// One token is a second's worth of nanoseconds, so that a rate is what flows in with each nanosecond.
    private static let token: UInt64 = 1_000_000_000

    private let capacity: UInt64
    private var level: UInt64
    private var rate: UInt64
    private var filledAt: UInt64

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - burst: how many tokens it holds.
    ///   - perSecond: how many flow in each second.
    package init(burst: Int, perSecond: Int, at now: UInt64) {
        capacity = UInt64(burst) * Self.token
        level = capacity
        rate = UInt64(perSecond)
        filledAt = now
    }

    /// Another rate from now on.
    package mutating func setRate(perSecond: Int, at now: UInt64) {
        fill(until: now)
        rate = UInt64(perSecond)
    }

    /// Whether there is a whole token.
    package mutating func hasToken(at now: UInt64) -> Bool {
        fill(until: now)
        return level >= Self.token
    }

    /// Takes a token, or what there is of one: a bucket owes nothing.
    package mutating func take(at now: UInt64) {
        fill(until: now)
        level -= min(level, Self.token)
    }

    /// When there will be a whole token at the present rate; in the past when there is one.
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
