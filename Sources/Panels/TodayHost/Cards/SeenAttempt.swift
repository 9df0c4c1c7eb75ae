package import TodayModel

/// Something that is tried again because the user asked for it, which is seen for a while at least: what fails at once would
/// look as if nobody had noticed the press. Pure.
package struct SeenAttempt: Hashable, Sendable {
    /// How long it is seen at least, in µs.
    package static let least: UInt64 = 300_000

    private let begun: Timestamp

    /// Makes one that begins now.
    package init(at now: Timestamp) { begun = now }

    /// How long it is to be seen still once it is over, in µs. Nothing when the clock was set back meanwhile.
    package func rest(at now: Timestamp) -> UInt64 {
        let (age, wasSetBack) = now.microseconds.subtractingReportingOverflow(begun.microseconds)
        return wasSetBack || age >= Self.least ? 0 : Self.least - age
    }
}
