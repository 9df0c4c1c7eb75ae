package import TodayModel

/// One line of what a script shows, whatever format it was printed in.
package struct ScriptRow: Hashable, Sendable {
    /// A piece of text in one colour.
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
    /// The role of its colour, where no span has one.
    package var color: ContentColor?
    package var isMonospaced = false
    package var tooltip: String?
    package var badge: String?
    package var picture: Picture?
    package var pictureWidth: Double?
    package var pictureHeight: Double?
    package var isChecked = false
    package var isDisabled = false
    /// Whether it stands for the row before it while a key is held, elsewhere; here it is less prominent.
    package var isAlternate = false
    package var isDivider = false
    /// How far something has come, 0 to 1.
    package var progress: Double?
    /// What a tap does; nil for nothing.
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

    /// The text without colours.
    package var text: String { spans.map(\.text).joined() }

    /// Whether nothing of it would be seen.
    package var isBlank: Bool {
        !isDivider && picture == nil && badge == nil && progress == nil && ForeignText.isBlank(text)
    }
}
