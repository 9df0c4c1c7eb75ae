package import DBus

/// The pace at which a source may define and remove widgets. The center here writes each change to the disk. Pure.
package struct RegistrationPace: Sendable {
    /// The number of changes that are made at once: all widgets of a source, and a second time.
    package static let burst = 512.0
    /// The number of further changes in a second.
    package static let perSecond = 5.0

    private var left = Self.burst
    private var last: MonotonicTime?

    package init() {}

    /// Takes a change. Returns the time to wait before another attempt if it is too early; nil if it is taken.
    package mutating func take(at now: MonotonicTime) -> Duration? {
        if let last {
            let (seconds, attoseconds) = (now - last).components
            left = min(left + (Double(seconds) + Double(attoseconds) / 1e18) * Self.perSecond, Self.burst)
        }
        last = now
        if left < 1 { return .seconds(1) }
        left -= 1
        return nil
    }
}
