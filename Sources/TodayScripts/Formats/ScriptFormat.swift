internal import DBus
internal import TodayModel

/// How what a script prints is read. The raw value is the word of the header `today.format`.
package enum ScriptFormat: String, CaseIterable, Hashable, Sendable {
    /// The menus of BitBar, xbar, Argos and SwiftBar.
    case xbar
    /// The `custom` modules of Waybar: JSON, or lines with text, tooltip and class.
    case waybar
    /// The blocks of i3blocks: JSON, or lines with text, short text and colours.
    case i3blocks
    /// The first line is the headline, the rest what follows.
    case text
    /// The tree of todaycenter-content(7), as JSON.
    case today

    /// What it is, in one sentence, for the manual page.
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

    /// The format of what was printed by its look, when the header says nothing.
    static func recognised(_ text: String, header: ScriptHeader) -> ScriptFormat {
        if text.trimmedOfLines.utf8.first == UInt8(ascii: "{"), let members = JSONOutput.members(of: text) {
            if members["kind"] != nil { return .today }
            if members["full_text"] != nil { return .i3blocks }
            if members.dictionary.isEmpty || members.dictionary.keys.contains(where: WaybarReader.keys.contains) {
                return .waybar
            }
        }
        if header.hasMenuTags || MenuReader.isMenu(text) { return .xbar }
        return I3BlocksReader.isBlock(text) ? .i3blocks : .text
    }
}

extension String {
    /// Without blanks and ends of line before it.
    var trimmedOfLines: Substring { Substring(utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }) }
}

/// A JSON object that a script printed: all that was printed, or its first line that is not empty.
enum JSONOutput {
    static func members(of text: String) -> JSONMembers? { try? read(text) }

    /// - Throws: What is wrong with the JSON.
    static func read(_ text: String) throws(Fault) -> JSONMembers? {
        let rest = text.trimmedOfLines
        let line = Substring(rest.utf8.prefix { $0 != 0x0A })
        if let value = try? DBusValue(relaxedJSON: String(line)) { return JSONMembers(value) }
        return JSONMembers(try DBusValue(relaxedJSON: String(rest)))
    }
}
