internal import DBus
internal import TodayModel

extension ScriptFormat {
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
