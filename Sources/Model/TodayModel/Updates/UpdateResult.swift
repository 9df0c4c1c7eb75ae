/// How an update of a widget ended. The raw value is the word on the bus.
public enum UpdateResult: String, Sendable, CaseIterable {
    /// The widget's content changed.
    case newData = "new-data"
    /// The content is still right.
    case noData = "no-data"
    /// The update did not succeed; the last good content stays.
    case failed
}
