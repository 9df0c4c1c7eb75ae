/// One line of the plain-text form. A terminal derives its color from its role.
public struct TextLine: Hashable, Sendable {
    /// The role of a line.
    public enum Role: Hashable, Sendable {
        /// The name of a widget.
        case header
        case content
        /// A placeholder for missing content, or content that is out of date.
        case placeholder
        /// The reason why an update failed, or why the center is unavailable.
        case error
        /// The age of the content, and the state of the widget.
        case footer
        /// A blank line between two widgets.
        case blank
    }

    /// The role of the line.
    public var role: Role
    /// The text, without control characters.
    public var text: String

    /// Creates a line.
    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }
}
