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

    /// The description, in one sentence, for the manual page.
    package var summary: String {
        switch self {
        case .xbar:
            "The menus of BitBar, xbar, Argos and SwiftBar: header lines, a line ---, and the lines of the body, with keys "
                + "behind the first bar."
        case .waybar:
            "The custom modules of Waybar: an object with text, alt, tooltip, class and percentage on one line, or three "
                + "lines with text, tooltip and class."
        case .i3blocks:
            "The blocks of i3blocks: an object with full_text, color and so on, or lines with text, short text, colour "
                + "and background."
        case .text: "The first line is the headline, the other lines are what follows."
        case .today: "The content of a widget as JSON; see todaycenter-content(7)."
        }
    }
}
