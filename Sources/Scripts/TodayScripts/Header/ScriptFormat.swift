/// The format of a script's output. The raw value is the word of the header `today.format`.
package enum ScriptFormat: String, CaseIterable, Hashable, Sendable {
    /// The menus of BitBar, xbar, Argos and SwiftBar.
    case xbar
    /// The `custom` modules of Waybar: JSON, or lines with text, tooltip and class.
    case waybar
    /// The blocks of i3blocks: JSON, or lines with text, short text and colors.
    case i3blocks
    /// Plain text: the first line is the headline, the rest is the body.
    case text
    /// The tree of todaycenter-content(7), as JSON.
    case today

    /// The description, in one or two sentences, for the manual page. Names are in backticks.
    package var summary: String {
        switch self {
        case .xbar:
            "Menus of xbar, BitBar, Argos, and SwiftBar: header lines, a line `---`, then body lines. Keys follow the "
                + "first `|` of a line; see MENUS."
        case .waybar:
            "Custom modules of Waybar: a JSON object on one line, or three lines with text, tooltip, and class. The "
                + "object can have the members `text`, `alt`, `tooltip`, `class`, and `percentage`. See WAYBAR."
        case .i3blocks:
            "Blocks of i3blocks: a JSON object with `full_text`, `color`, and so on, or lines with text, short text, "
                + "color, and background."
        case .text: "Plain text: the first line is the headline, and the other lines are the body."
        case .today: "Widget content as JSON; see todaycenter-content(7)."
        }
    }
}
