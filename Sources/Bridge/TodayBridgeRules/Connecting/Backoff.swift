/// The delays between attempts to reach a host or broker: 1, 2, 4 … 60 s. Pure.
package struct Backoff: Hashable, Sendable {
    /// The delay after the first failure.
    package static let shortest = Duration.seconds(1)
    /// The delay after many failures.
    package static let longest = Duration.seconds(60)

    private var upcoming = Self.shortest

    package init() {}

    /// Returns the delay before the next attempt, because one has failed.
    package mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }

    /// Starts with the shortest delay again: the source was reached, or the network has changed.
    package mutating func reset() { upcoming = Self.shortest }
}
