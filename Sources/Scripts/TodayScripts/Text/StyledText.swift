internal import DBus
internal import TodayModel

/// Text as scripts print it: with escapes, emoji names, markup and terminal colors.
enum StyledText {
    /// The maximum number of spans; beyond it, the text loses its colors.
    private static let mostSpans = 8

    /// Returns the spans of a text with terminal colors, without characters that can't be shown.
    static func spans(_ text: String, isColored: Bool = true) -> [ScriptRow.Span] {
        guard text.utf8.contains(0x1B) else { return joined([ScriptRow.Span(text)]) }
        let spans = joined(TerminalText.spans(text))
        if isColored, spans.count <= mostSpans { return spans }
        return joined([ScriptRow.Span(spans.map(\.text).joined())])
    }

    /// Returns the spans cleaned, without empty ones, and with adjacent spans of the same color joined.
    private static func joined(_ spans: [ScriptRow.Span]) -> [ScriptRow.Span] {
        var result: [ScriptRow.Span] = []
        for span in spans {
            // Spaces have no color.
            if let last = result.indices.last,
                result[last].color == span.color || span.text.unicodeScalars.allSatisfy({ $0 == " " })
            {
                result[last].text += span.text
            } else {
                result.append(span)
            }
        }
        return result.map { ScriptRow.Span(clean($0.text), color: $0.color) }.filter { !$0.text.isEmpty }
    }

    /// Returns text as content may have it: at most ``Limits/stringBytes``, without control characters but line feeds,
    /// with tabs as spaces.
    static func clean(_ text: String) -> String {
        guard text.utf8.contains(0x09) else { return ForeignText.cleaned(text, keepsLines: true) }
        let parts = text.split(at: "\t", omittingEmptySubsequences: false)
        return ForeignText.cleaned(parts.joined(separator: "    "), keepsLines: true)
    }

    /// Cuts the spans to a total number of characters, including an ellipsis. Returns whether anything was cut.
    static func cut(_ spans: inout [ScriptRow.Span], to length: Int) -> Bool {
        let total = spans.reduce(0) { $0 + $1.text.count }
        if total <= length { return false }
        var room = length - 1
        var result: [ScriptRow.Span] = []
        for span in spans {
            let piece = span.text.prefix(room)
            room -= piece.count
            if !piece.isEmpty { result.append(ScriptRow.Span(String(piece), color: span.color)) }
            if room == 0 { break }
        }
        if result.isEmpty { result = [ScriptRow.Span("")] }
        result[result.count - 1].text += "…"
        spans = result
        return true
    }

    /// Resolves `\n` and `\t`, and the notations for ESC before a color.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\"), let (meaning, length) = escape(rest) {
                result += meaning
                rest = rest.dropFirst(length)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func escape(_ text: Substring.UTF8View) -> (meaning: [UInt8], length: Int)? {
        let code = text.dropFirst().first
        if code == UInt8(ascii: "n") { return ([0x0A], 2) }
        if code == UInt8(ascii: "t") { return (Array("    ".utf8), 2) }
        for form in escapeForms where text.starts(with: form.utf8) { return ([0x1B], form.utf8.count - 1) }
        return nil
    }

    private static let escapeForms = ["\\e[", "\\033[", "\\x1b[", "\\x1B[", "\\u001b[", "\\u001B["]
}
