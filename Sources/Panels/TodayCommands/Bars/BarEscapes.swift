internal import DBus

/// Escapes the text of a widget so that a bar shows it and runs none of it.
extension String {
    /// For bars that read Pango markup, and for XML.
    var pangoEscaped: String {
        escaping { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: nil
            }
        }
    }

    /// For lemonbar, which reads `%%` as a percent sign.
    var lemonbarEscaped: String { escaping { $0 == "%" ? "%%" : nil } }

    /// For the command in a tag of polybar and lemonbar, which a colon ends.
    var tagEscaped: String { escaping { $0 == ":" ? "\\:" : nil } }

    /// For polybar, which reads `%{` as a tag and has no escape. An invisible character separates the two.
    var polybarEscaped: String {
        var followsPercent = false
        return escaping { scalar in
            defer { followsPercent = scalar == "%" }
            return followsPercent && scalar == "{" ? "\u{2060}{" : nil
        }
    }

    /// Returns the text in at most this many characters, as people count them. A longer text is cut and ends with `…`.
    func cut(toCharacters limit: Int) -> String {
        if count <= limit { return self }
        let start = prefix(limit - 1)
        let end = start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex
        return start[..<end] + "…"
    }

    /// Returns the text in at most this many bytes. A longer text is cut and ends with `…`.
    func cut(toBytes limit: Int) -> String {
        if utf8.count <= limit { return self }
        let mark = "…"
        var text = ""
        var room = limit - mark.utf8.count
        for scalar in unicodeScalars {
            room -= UTF8.width(scalar)
            if room < 0 { break }
            text.unicodeScalars.append(scalar)
        }
        return limit < mark.utf8.count ? "" : text + mark
    }
}
