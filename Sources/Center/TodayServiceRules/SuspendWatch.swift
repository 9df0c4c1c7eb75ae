/// Detects that the machine was suspended since the last check. Pure.
///
/// One of two clocks stops during a suspension, so their difference grows. This needs neither a signal from the desktop
/// nor polling: a timer on the clock that keeps counting fires right after the machine wakes up.
package struct SuspendWatch: Hashable, Sendable {
    /// The shortest suspension that counts, in nanoseconds: a second.
    package static let shortest: UInt64 = 1_000_000_000

    /// How far the boot clock is ahead.
    private var lead: UInt64

    /// Starts from these clocks, as for ``detectSuspension(boot:steady:)``; earlier suspensions don't count.
    package init(boot: UInt64, steady: UInt64) { lead = Self.lead(boot, steady) }

    private static func lead(_ boot: UInt64, _ steady: UInt64) -> UInt64 { boot > steady ? boot - steady : 0 }

    /// Returns whether the machine was suspended since the last call.
    ///
    /// - Parameters:
    ///   - boot: the clock that keeps counting, in nanoseconds. Read it first: a delay between the two readings can
    ///     then hide a suspension until the next call, but can't fake one.
    ///   - steady: the clock that stops.
    package mutating func detectSuspension(boot: UInt64, steady: UInt64) -> Bool {
        let before = lead
        lead = max(before, Self.lead(boot, steady))
        return lead - before >= Self.shortest
    }
}
