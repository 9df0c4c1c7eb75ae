/// How long to wait before a center is looked for again: a second at first, twice as long each time, up to a longest wait.
/// Pure.
package struct RetryDelay: Sendable {
    /// In milliseconds.
    private var upcoming: UInt32 = 1000
    private let longest: UInt32

    /// Makes one that begins with the shortest wait.
    ///
    /// - Parameter longest: the longest wait, in milliseconds; as long as somebody who looks has patience, if not given.
    package init(longest: UInt32 = 10_000) { self.longest = longest }

    /// The next wait, in milliseconds.
    package mutating func next() -> UInt32 {
        defer { upcoming = min(2 * upcoming, longest) }
        return upcoming
    }
}
