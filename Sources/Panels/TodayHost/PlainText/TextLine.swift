/// One line of the plain-text form, with its role, from which a terminal derives its color.
public struct TextLine: Hashable, Sendable {
    /// The role of a line.
    public enum Role: Hashable, Sendable {
        /// The name of a widget.
        case header
        case content
        /// Replaces missing content.
        case placeholder
        /// The reason why an update failed, or why nothing can be shown.
        case error
        /// The age of the content, and the state of the widget.
        case footer
        /// Separates two widgets.
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
