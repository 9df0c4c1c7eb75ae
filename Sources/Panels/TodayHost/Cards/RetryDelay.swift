/// The delay before the next search for a center: one second at first, doubled each time up to a longest delay. Pure.
package struct RetryDelay: Sendable {
    /// In milliseconds.
    private var upcoming: UInt32 = 1000
    private let longest: UInt32

    /// Creates a delay that starts with the shortest one.
    ///
    /// - Parameter longest: the longest delay, in milliseconds. The default suits a user who is looking at the panel.
    package init(longest: UInt32 = 10_000) { self.longest = longest }

    /// Returns the next delay, in milliseconds.
    package mutating func next() -> UInt32 {
        defer { upcoming = min(2 * upcoming, longest) }
        return upcoming
    }
}
