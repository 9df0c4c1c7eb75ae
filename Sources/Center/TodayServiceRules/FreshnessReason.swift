/// The reason why a widget is or isn't fresh: key `Reason` of the reply of `Explain`; contract, "Center".
package enum FreshnessReason: String, CaseIterable, Sendable {
    /// Its content was confirmed, and no update is due.
    case fresh
    /// It is updated only while a panel is visible, and no panel is.
    case hidden
    /// It reported that it has no content.
    case noContent = "no-content"
    /// The user removed it from the arrangement.
    case notArranged = "not-arranged"
    /// Its provider crashed or hung repeatedly, and is left alone for a while.
    case suspended
    /// The user paused it: it is updated on request only.
    case paused
    /// It waits for its time: it was never updated, it is due and waits for others, or its last update failed for a
    /// reason without its own value.
    case interval
    /// It has no provider that can be called.
    case noProvider = "no-provider"
    /// The last update took too long.
    case deadline
    /// The provider exceeded its memory limit and was ended.
    case memory
    /// An update is in progress, or its provider is starting.
    case updating
}
