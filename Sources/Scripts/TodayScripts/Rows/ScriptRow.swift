package import TodayModel

/// One line of a script's view, whatever the output format.
package struct ScriptRow: Hashable, Sendable {
    /// A piece of text in one color.
    package struct Span: Hashable, Sendable {
        package var text: String
        package var color: ContentColor?

        package init(_ text: String, color: ContentColor? = nil) {
            self.text = text
            self.color = color
        }
    }

    package enum Picture: Hashable, Sendable {
        /// The name of an icon of the theme.
        case icon(String)
        /// A PNG file that content may have.
        case data([UInt8])
    }

    package var spans: [Span]
    /// The role of its color if no span has one.
    package var color: ContentColor?
    package var isMonospaced = false
    package var tooltip: String?
    package var badge: String?
    package var picture: Picture?
    package var pictureWidth: Double?
    package var pictureHeight: Double?
    package var isChecked = false
    package var isDisabled = false
    /// Whether other programs show it instead of the previous row while a key is held; here it is less prominent.
    package var isAlternate = false
    package var isDivider = false
    /// The progress, 0 to 1.
    package var progress: Double?
    /// The effect of a tap; nil for nothing.
    package var action: ScriptAction?
    /// The rows of its submenu.
    package var children: [ScriptRow] = []

    package init(_ text: String = "", color: ContentColor? = nil) {
        spans = text.isEmpty ? [] : [Span(text)]
        self.color = color
    }

    package static var divider: ScriptRow {
        var row = ScriptRow()
        row.isDivider = true
        return row
    }

    /// The text without colors.
    package var text: String { spans.map(\.text).joined() }

    /// Whether nothing of it is visible.
    package var isBlank: Bool {
        !isDivider && picture == nil && badge == nil && progress == nil && ForeignText.isBlank(text)
    }
}
