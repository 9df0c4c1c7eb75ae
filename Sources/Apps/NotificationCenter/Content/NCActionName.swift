/// The name of what a tap does.
public struct NCActionName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as it goes over the bus.
    public let rawValue: String

    /// Makes a name; names that begin with `today.` are the center's, and content with others of these is refused.
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// Shows more or less of the widget. The center does it.
    public static let toggleDisplayMode: NCActionName = "today.toggle-display-mode"
    /// Updates the widget. The center does it.
    public static let refresh: NCActionName = "today.refresh"
}
