import Foundation

/// A language for tests: each message is in brackets and 40 % longer. Text outside brackets isn't translated, and text
/// that doesn't fit would not fit in German either.
package enum PseudoLanguage {
    /// The code of the language, for the variable `LANGUAGE`.
    package static let code = "xx"

    /// Returns what a message becomes.
    package static func text(_ message: String) -> String {
        "⟦\(message) " + String(repeating: "~", count: max(1, message.count * 2 / 5)) + "⟧"
    }

    /// Returns a catalog with all messages of the project.
    package static func catalog() throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let template = try String(contentsOf: root.appending(path: "data/po/today-center.pot"), encoding: .utf8)
        var result = #"""
            msgid ""
            msgstr ""
            "Content-Type: text/plain; charset=UTF-8\n"
            "Plural-Forms: nplurals=2; plural=n != 1;\n"


            """#
        for entry in template.split(separator: "\n\n").dropFirst() {
            var strings: [String: String] = [:]
            var key = ""
            for line in entry.split(separator: "\n") where !line.hasPrefix("#") {
                guard let quote = line.firstIndex(of: "\"") else { continue }
                if quote != line.startIndex { key = line[..<quote].trimmingCharacters(in: .whitespaces) }
                strings[key, default: ""] += line[quote...].dropFirst().dropLast()
            }
            // Windows are found by the name of the product.
            guard let message = strings["msgid"], !message.isEmpty, message != "Today" else { continue }
            if let context = strings["msgctxt"] { result += "msgctxt \"\(context)\"\n" }
            result += "msgid \"\(message)\"\n"
            if let many = strings["msgid_plural"] {
                result += "msgid_plural \"\(many)\"\nmsgstr[0] \"\(text(message))\"\nmsgstr[1] \"\(text(many))\"\n\n"
            } else {
                result += "msgstr \"\(text(message))\"\n\n"
            }
        }
        return result
    }

    /// Returns whether each message in a text has its end: nothing was cut off.
    package static func isWhole(_ text: String) -> Bool {
        var depth = 0
        for character in text where "⟦⟧".contains(character) {
            depth += character == "⟦" ? 1 : -1
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// Returns the words outside brackets: those of two Latin letters or more.
    package static func untranslated(_ text: String) -> [String] {
        var (depth, outside) = (0, "")
        for character in text {
            switch character {
            case "⟦": depth += 1
            case "⟧": depth -= 1
            default: outside.append(depth > 0 ? " " : character)
            }
        }
        return outside.matches(of: /[A-Za-z]{2,}/).map { String($0.output) }
    }
}
