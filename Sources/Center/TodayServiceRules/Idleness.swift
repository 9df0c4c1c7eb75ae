/// Whether a provider is needed for now. Pure: times are given, in nanoseconds of one steady clock.
package struct Idleness: Hashable, Sendable {
    /// Since when no panel has been visible; nil while one is.
    package var hiddenSince: UInt64?
    /// When the last call to the provider ended, or it was started.
    package var usedAt: UInt64 = 0
    /// How many calls wait for its answer.
    package var calls = 0

    package init() {}

    /// When the provider is not needed any more: `patience` after nobody looks at its widget nor calls it. So a script
    /// that asks again and again finds it running. Nil while it is needed.
    package func end(after patience: UInt64) -> UInt64? {
        guard let hiddenSince, calls == 0 else { return nil }
        let (time, overflow) = max(hiddenSince, usedAt).addingReportingOverflow(patience)
        return overflow ? nil : time
    }
}
