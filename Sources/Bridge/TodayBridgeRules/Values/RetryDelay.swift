/// The delays between attempts to connect: 1, 2, 4 … 60 seconds.
package struct RetryDelay: Hashable, Sendable {
    private var failures = 0

    package init() {}

    /// Returns the delay after another failure.
    package mutating func next() -> Duration {
        failures += 1
        return .seconds(min(1 << min(failures - 1, 6), 60))
    }

    /// Starts over, because an attempt has succeeded or the cause may have ended.
    package mutating func reset() { failures = 0 }
}
