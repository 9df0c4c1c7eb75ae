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

    /// What is wrong with a text that begins as an object does, with a name in quotes, and is no JSON; nil for any other.
    static func fault(of text: String) -> String? {
        let bytes = text.trimmedOfLines.utf8
        guard bytes.first == UInt8(ascii: "{"),
            bytes.dropFirst().first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) == UInt8(ascii: "\"")
        else { return nil }
        do throws(Fault) {
            _ = try read(text)
            return nil
        } catch { return "it prints what begins like JSON, and is none: \(error)" }
    }

    /// - Throws: What is wrong with the JSON.
    static func read(_ text: String) throws(Fault) -> JSONMembers? {
        let rest = text.trimmedOfLines
        let line = Substring(rest.utf8.prefix { $0 != 0x0A })
        if let value = try? DBusValue(relaxedJSON: String(line)) { return JSONMembers(value) }
        return JSONMembers(try DBusValue(relaxedJSON: String(rest)))
    }
}
