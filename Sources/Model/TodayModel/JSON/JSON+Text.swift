extension JSON {
    /// On one line, without spaces.
    package var line: String { text(level: nil) }

    /// On many lines, indented by two spaces; arrays of numbers and words stay on their line.
    package var pretty: String { text(level: 0) }

    private func text(level: Int?) -> String {
        let inner = level.map { $0 + 1 }
        switch self {
        case .string(let text): return text.jsonQuoted
        case .boolean(let flag): return flag ? "true" : "false"
        case .integer(let number): return "\(number)"
        case .unsigned(let number): return "\(number)"
        case .number(let number): return number.isFinite ? "\(number)" : "null"
        case .array(let elements):
            let texts = elements.map { $0.text(level: inner) }
            if elements.contains(where: \.isContainer) { return Self.container("[", texts, "]", level) }
            return "[" + texts.joined(separator: level == nil ? "," : ", ") + "]"
        case .object(let members):
            let colon = level == nil ? ":" : ": "
            return Self.container(
                "{", members.map { $0.name.jsonQuoted + colon + $0.value.text(level: inner) }, "}", level)
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    private static func container(_ open: String, _ parts: [String], _ close: String, _ level: Int?) -> String {
        guard let level, !parts.isEmpty else { return open + parts.joined(separator: ",") + close }
        let indentation = "\n" + String(repeating: "  ", count: level)
        return open + parts.map { indentation + "  " + $0 }.joined(separator: ",") + indentation + close
    }
}

extension String {
    /// The string as JSON writes it, in quotes. Control characters and those that change a direction are escaped, so
    /// the text is safe for a terminal.
    package var jsonQuoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case "\u{00}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
