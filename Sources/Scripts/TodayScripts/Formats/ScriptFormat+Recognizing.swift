internal import DBus
internal import TodayModel

extension ScriptFormat {
    /// Returns the format of an output by its look, for a header without a format.
    static func recognized(_ text: String, header: ScriptHeader) -> ScriptFormat {
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

/// A JSON object in the output of a script: the whole output, or its first line that isn't empty.
enum JSONOutput {
    static func members(of text: String) -> JSONMembers? { try? read(text) }

    /// Returns the fault of a text that begins like an object, with a quoted name, but isn't JSON; nil for any other
    /// text.
    static func fault(of text: String) -> String? {
        let bytes = text.trimmedOfLines.utf8
        guard bytes.first == UInt8(ascii: "{"),
            bytes.dropFirst().first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) == UInt8(ascii: "\"")
        else { return nil }
        do throws(Fault) {
            _ = try read(text)
            return nil
        } catch { return "the output begins like JSON but isn't JSON: \(error)" }
    }

    /// - Throws: The fault of the JSON.
    static func read(_ text: String) throws(Fault) -> JSONMembers? {
        let rest = text.trimmedOfLines
        let line = Substring(rest.utf8.prefix { $0 != 0x0A })
        if let value = try? DBusValue(relaxedJSON: String(line)) { return JSONMembers(value) }
        return JSONMembers(try DBusValue(relaxedJSON: String(rest)))
    }
}
