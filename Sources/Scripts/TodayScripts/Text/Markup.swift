/// Markup of other bars, which is removed and never interpreted.
enum Markup {
    /// The tags of Pango's markup, and the most common HTML tags in scripts.
    private static let tags: Set<String> = [
        "a", "b", "big", "br", "em", "font", "i", "s", "small", "span", "strike", "strong", "sub", "sup", "tt", "u",
    ]

    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    /// Returns the text without known tags, and with entities resolved. Unknown tags stay unchanged.
    static func stripped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        var result: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.first {
            if byte == UInt8(ascii: "<"), let length = tagLength(rest) {
                rest = rest.dropFirst(length)
            } else if byte == UInt8(ascii: "&"), let (meaning, length) = entity(rest) {
                result += meaning.utf8
                rest = rest.dropFirst(length)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the length in bytes of the known tag that begins here; nil if none does.
    private static func tagLength(_ text: Substring.UTF8View) -> Int? {
        var rest = text.dropFirst()
        if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
        let name = rest.prefix(8).prefix { (0x61...0x7A).contains($0 | 0x20) }
        guard tags.contains(String(Substring(name)).lowercased()) else { return nil }
        rest = rest[name.endIndex...]
        guard let next = rest.first, next == 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else {
            return nil
        }
        // Skip attributes, whose values may contain a >.
        var quote: UInt8?
        for (index, byte) in rest.prefix(longestTag).enumerated() {
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if quote == nil, byte == UInt8(ascii: ">") {
                return text.count - rest.count + index + 1
            }
        }
        return nil
    }

    private static let longestTag = 512

    private static func entity(_ text: Substring.UTF8View) -> (meaning: String, length: Int)? {
        let name = text.dropFirst().prefix(8).prefix { $0 != UInt8(ascii: ";") }
        guard text[name.endIndex...].first == UInt8(ascii: ";") else { return nil }
        let word = String(Substring(name))
        let length = name.count + 2
        if let meaning = entities[word] { return (meaning, length) }
        guard word.hasPrefix("#") else { return nil }
        let isHexadecimal = word.hasPrefix("#x") || word.hasPrefix("#X")
        let code = UInt32(word.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return code.flatMap(Unicode.Scalar.init).map { (String($0), length) }
    }

    /// Returns the text without Markdown's marks for bold, italic and code; underscores within words stay.
    static func withoutMarkdown(_ text: String) -> String {
        var text = text
        for mark in ["**", "__", "~~", "`", "*"] {
            let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            // Marks come in pairs.
            if parts.count % 2 == 1 { text = parts.joined() }
        }
        return text
    }
}
