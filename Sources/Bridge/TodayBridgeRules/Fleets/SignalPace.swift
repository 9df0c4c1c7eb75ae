package import DBus

/// The times at which a widget that changes often is sent: at once after a pause, then at most once in a second. The
/// first machine that fails doesn't wait. Pure: times are arguments.
package struct SignalPace: Sendable {
    /// The time between two signals.
    package static let interval = Duration.seconds(1)

    private var last: MonotonicTime?
    /// Whether a change waits to be sent.
    package private(set) var isPending = false

    package init() {}

    /// Records a change. Returns how long it waits; nil if an earlier change waits already.
    ///
    /// - Parameter isUrgent: Whether it is the first failure.
    package mutating func change(isUrgent: Bool = false, at now: MonotonicTime) -> Duration? {
        let wait = last.map { max(Self.interval - (now - $0), .zero) } ?? .zero
        if isPending, !isUrgent { return nil }
        isPending = true
        return isUrgent ? .zero : wait
    }

    /// Records that the state is sent.
    package mutating func sent(at now: MonotonicTime) { (last, isPending) = (now, false) }
}
