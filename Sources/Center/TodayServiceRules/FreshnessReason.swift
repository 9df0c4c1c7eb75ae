/// Why a widget is or is not fresh, key `Reason` of the answer of `Explain`; contract, "Center".
package enum FreshnessReason: String, CaseIterable, Sendable {
    /// What it shows was confirmed, and it is not due.
    case fresh
    /// It is updated only while a panel is visible, and none is.
    case hidden
    /// It said that it has nothing to show.
    case noContent = "no-content"
    /// The user left it out.
    case notArranged = "not-arranged"
    /// Its provider crashed or hung repeatedly, and is left alone for a while.
    case suspended
    /// It waits for its time: it was never updated, or is due and waits for others, or its last update failed in a way
    /// that has no word of its own.
    case interval
    /// There is nobody to ask.
    case noProvider = "no-provider"
    /// The last update took too long.
    case deadline
    /// The provider used more memory than it may, and was ended.
    case memory
    /// It is being updated, or its provider is being started.
    case updating
}
