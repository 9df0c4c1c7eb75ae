/// The result of a widget's update. The raw value is the word on the bus.
public enum UpdateResult: String, Sendable, CaseIterable {
    /// The widget's content changed.
    case newData = "new-data"
    /// The content is still current.
    case noData = "no-data"
    /// The update failed; the last valid content stays.
    case failed
}
