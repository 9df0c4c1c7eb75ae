/// One line of the plain-text form, with what it is, for those who colour it.
public struct TextLine: Hashable, Sendable {
    /// What a line tells.
    public enum Role: Hashable, Sendable {
        /// The name of a widget.
        case header
        case content
        /// Stands for content that is not there.
        case placeholder
        /// Why an update failed, or why nothing can be shown.
        case error
        /// How old the content is, and what the widget is doing.
        case footer
        /// Between two widgets.
        case blank
    }

    /// What the line is.
    public var role: Role
    /// Without control characters.
    public var text: String

    /// Makes a line.
    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }
}
