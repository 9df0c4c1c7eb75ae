/// Notices that the machine was suspended, whenever it is asked. Pure.
///
/// Of two clocks one stands still meanwhile, so their difference grows. Nobody has to be told of it by the desktop, and
/// nothing is asked at intervals: a timer on the clock that goes on fires right after the machine wakes up.
package struct SuspendWatch: Hashable, Sendable {
    /// What counts as having been suspended, in nanoseconds: a second.
    package static let shortest: UInt64 = 1_000_000_000

    /// How much further the one clock is.
    private var lead: UInt64

    /// What was before is over; the clocks are as for ``noticed(boot:steady:)``.
    package init(boot: UInt64, steady: UInt64) { lead = Self.lead(boot, steady) }

    private static func lead(_ boot: UInt64, _ steady: UInt64) -> UInt64 { boot > steady ? boot - steady : 0 }

    /// Whether the machine was suspended since this was asked last.
    ///
    /// - Parameters:
    ///   - boot: the clock that goes on, in nanoseconds. It is to be read first: if this thread has to wait before it
    ///     reads the other, that hides a backoff until it is asked again, and makes up none.
    ///   - steady: the clock that stands still.
    package mutating func noticed(boot: UInt64, steady: UInt64) -> Bool {
        let before = lead
        lead = max(before, Self.lead(boot, steady))
        return lead - before >= Self.shortest
    }
}
