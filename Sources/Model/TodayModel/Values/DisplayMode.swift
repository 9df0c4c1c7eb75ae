/// How much room a widget has: one choice of the user, shared by all panels.
public enum DisplayMode: String, Sendable, Comparable, CaseIterable {
    /// A fixed low height, the same for every widget.
    case compact
    /// As high as the widget prefers.
    case expanded

    public static func < (left: Self, right: Self) -> Bool { left == .compact && right == .expanded }
}
