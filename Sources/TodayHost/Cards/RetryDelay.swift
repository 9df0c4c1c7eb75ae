/// How long to wait before a center is looked for again: a second at first, twice as long each time, and no longer
/// than somebody who looks has patience for. Pure.
package struct RetryDelay: Sendable {
    /// In milliseconds.
    private var upcoming: UInt32 = 1000
    private static let longest: UInt32 = 10_000

    /// Makes one that begins with the shortest wait.
    package init() {}

    /// The next wait, in milliseconds.
    package mutating func next() -> UInt32 {
        defer { upcoming = min(2 * upcoming, Self.longest) }
        return upcoming
    }
}
