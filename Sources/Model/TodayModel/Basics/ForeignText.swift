/// Text from other programs, such as the message of an error. It is shortened and made harmless before it is kept,
/// shown or logged.
package enum ForeignText {
    /// Returns the text as it is kept and shown: at most ``Limits/stringBytes`` long, with `…` at the end if it was
    /// cut.
    ///
    /// Tabs and control characters that break lines become one space between words. Other control characters are
    /// removed, as are all characters that make one text look like another; see ``Unicode/Scalar/isDeceptive``.
    ///
    /// - Parameter keepsLines: Whether line feeds stay, as they may in a text that is shown.
    package static func cleaned(_ text: String, keepsLines: Bool = false) -> String {
        var result = BoundedText(limit: Limits.stringBytes)
        var isBroken = false
        for scalar in text.unicodeScalars {
            let isLine = keepsLines && scalar == "\n"
            if breaks(scalar), !isLine {
                isBroken = !result.text.isEmpty
            } else if isLine || !(scalar.isControl || scalar.isDeceptive) {
                guard result.append((isBroken && !isLine ? " " : "") + String(scalar)) else { break }
                isBroken = false
            }
        }
        return result.text
    }

    /// Returns a name or description as it is shown: on one line, without spaces around it, and empty if none of it is
    /// visible.
    package static func title(_ text: String) -> String {
        if isBlank(text) { return "" }
        let title = cleaned(text).drop { $0.isWhitespace }
        return String(title[..<(title.lastIndex { !$0.isWhitespace }.map(title.index(after:)) ?? title.endIndex)])
    }

    /// Whether a text has no visible character.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar.isControl
                || scalar == brailleBlank
        }
    }

    private static let brailleBlank: Unicode.Scalar = "\u{2800}"

    /// Returns a text within content as it is shown: it can't override the direction of the text beside it.
    package static func content(_ text: String) -> String {
        // U+202A…U+202E, which are rare.
        let bytes = text.utf8
        guard bytes.contains(0xE2), text.unicodeScalars.contains(where: \.isOverride) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isOverride }))
    }

    /// Returns the text as a line of a log: at most ``logBytes`` long, with `…` at the end if it was cut, and escaped.
    package static func logLine(_ text: String) -> String {
        var result = BoundedText(limit: logBytes)
        for scalar in text.unicodeScalars {
            let isPlain = !scalar.isControl && !scalar.isDeceptive && !breaks(scalar)
            guard result.append(isPlain ? String(scalar) : scalar.escaped(asASCII: true)) else { break }
        }
        return result.text
    }

    /// The maximum length of a log line with text from other programs.
    package static let logBytes = 1024

    private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

}

extension Unicode.Scalar {
    /// C0, C1 and DEL.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Whether the scalar is invisible and makes one text look like another: it embeds, overrides or isolates a
    /// direction, or has no width. Direction marks, which only stand beside a word, are harmless; joiners and the tags
    /// of flags are part of the text.
    package var isDeceptive: Bool {
        switch value {
        case ..<0xAD, 0x200C...0x200F, 0x61C, 0xE0020...0xE007F: false
        default: properties.isDefaultIgnorableCodePoint && properties.generalCategory == .format
        }
    }

    /// Whether it embeds or overrides a direction. An isolate ends with its paragraph.
    fileprivate var isOverride: Bool { (0x202A...0x202E).contains(value) }
}

/// A text that grows up to its limit, in bytes, and reports when it was cut.
private struct BoundedText {
    private static let mark = "…"
    private let limit: Int
    private(set) var text = ""
    /// The length to cut to when it grows too long.
    private var room = 0

    init(limit: Int) { self.limit = limit }

    /// Appends a piece. Returns whether it fits; if not, the text ends with the mark.
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
