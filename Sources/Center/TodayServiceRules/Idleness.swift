/// Decides whether a provider is needed for now. Pure: times are arguments, in nanoseconds of one steady clock.
package struct Idleness: Hashable, Sendable {
    /// The time since which no panel is visible; nil while one is.
    package var hiddenSince: UInt64?
    /// The time when the last call to the provider ended, or when it was started.
    package var usedAt: UInt64 = 0
    /// The number of pending calls.
    package var calls = 0

    package init() {}

    /// Returns the time when the provider is no longer needed: `patience` after the last panel was hidden and the last
    /// call ended. So a script that calls repeatedly finds it running. Returns nil while the provider is needed.
    package func end(after patience: UInt64) -> UInt64? {
        guard let hiddenSince, calls == 0 else { return nil }
        let (time, overflow) = max(hiddenSince, usedAt).addingReportingOverflow(patience)
        return overflow ? nil : time
    }
}
