/// What others say in their own words, such as the message of an error: made short and harmless before it is kept, shown
/// or logged.
package enum ForeignText {
    /// The text as it is kept and shown: at most ``Limits/stringBytes`` long, with `…` at its end where it was cut.
    ///
    /// Control characters that break lines, and tabs, become one space between words. The others are left out: C0, C1,
    /// DEL, and those that embed, override or isolate a direction.
    ///
    /// - Parameter keepsLines: whether line feeds stay, as they may in a text that is shown.
    package static func cleaned(_ text: String, keepsLines: Bool = false) -> String {
        var result = BoundedText(limit: Limits.stringBytes)
        var isBroken = false
        for scalar in text.unicodeScalars {
            let isLine = keepsLines && scalar == "\n"
            if breaks(scalar), !isLine {
                isBroken = !result.text.isEmpty
            } else if isLine || !isControl(scalar) {
                guard result.append((isBroken && !isLine ? " " : "") + String(scalar)) else { break }
                isBroken = false
            }
        }
        return result.text
    }

    /// The text as a line of a log: at most ``logBytes`` long, with `…` at its end where it was cut, and escaped.
    package static func logLine(_ text: String) -> String {
        var result = BoundedText(limit: logBytes)
        for scalar in text.unicodeScalars {
            let isPlain = !isControl(scalar) && !breaks(scalar)
            guard result.append(isPlain ? String(scalar) : scalar.escaped(asASCII: true)) else { break }
        }
        return result.text
    }

    /// How long a line of the log is at most that tells what others say.
    package static let logBytes = 1024

    private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// Of the controls of direction, the marks, which only stand beside a word, are harmless.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// A text that grows up to its limit, in bytes, and says when it was cut.
private struct BoundedText {
    private static let mark = "…"
    private let limit: Int
    private(set) var text = ""
    /// Where it is cut when it grows too long.
    private var room = 0

    init(limit: Int) { self.limit = limit }

    /// Returns whether it fits; if not, the text ends with the mark.
    mutating func append(_ piece: String) -> Bool {
        guard text.utf8.count + piece.utf8.count <= limit else {
            text = String(decoding: text.utf8.prefix(room), as: UTF8.self) + Self.mark
            return false
        }
        text += piece
        if text.utf8.count <= limit - Self.mark.utf8.count { room = text.utf8.count }
        return true
    }
}
