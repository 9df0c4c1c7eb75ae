package import TodayModel

/// The time for which a retry that the user asked for stays visible. A retry that fails at once would look as if the panel had
/// ignored the click. Pure.
package struct RetryFeedback: Hashable, Sendable {
    /// The shortest time for which a retry is visible, in µs.
    package static let least: UInt64 = 300_000

    private let start: Timestamp

    /// Starts a retry.
    package init(at now: Timestamp) { start = now }

    /// Returns how much longer a finished retry stays visible, in µs; 0 if the clock was set back.
    package func remaining(at now: Timestamp) -> UInt64 {
        let (age, wasSetBack) = now.microseconds.subtractingReportingOverflow(start.microseconds)
        return wasSetBack || age >= Self.least ? 0 : Self.least - age
    }
}
