/// The space that a widget gets: a choice of the user that all panels share.
public enum DisplayMode: String, Sendable, Comparable, CaseIterable {
    /// A fixed low height, the same for every widget.
    case compact
    /// As high as the widget prefers, up to the panel's limit.
    case expanded

    public static func < (left: Self, right: Self) -> Bool { left == .compact && right == .expanded }
}
