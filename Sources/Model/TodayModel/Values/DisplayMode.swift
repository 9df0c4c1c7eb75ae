/// The space for a widget, which the user chooses for all panels.
public enum DisplayMode: String, Sendable, Comparable, CaseIterable {
    /// A small fixed height, the same for every widget.
    case compact
    /// The height that the widget prefers, up to the panel's limit.
    case expanded

    public static func < (left: Self, right: Self) -> Bool { left == .compact && right == .expanded }
}
