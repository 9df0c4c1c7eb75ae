/// The name of an action that a tap triggers.
public struct NCActionName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name on the bus.
    public let rawValue: String

    /// Makes a name. Names that begin with `today.` belong to the center, which refuses content with an unknown one.
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// The prefix of names that stand for closures.
    static let tapPrefix = "tap:"

    /// Returns the name for the closure of a node: its `id`, or else the path to the node, so that a program that was
    /// restarted for a tap finds the closure again.
    static func closure(at path: String, id: String?) -> String { tapPrefix + (id.map { "#" + $0 } ?? path) }

    /// Switches between the compact and the expanded mode. The center performs it.
    public static let toggleDisplayMode: NCActionName = "today.toggle-display-mode"
    /// Updates the widget. The center performs it.
    public static let refresh: NCActionName = "today.refresh"
}
