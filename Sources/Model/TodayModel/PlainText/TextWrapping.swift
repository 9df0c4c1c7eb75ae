/// Wraps text into lines.
package enum TextWrapping {
    /// Returns the lines of `text`, of at most `width` cells each. If `limit` isn't 0, returns at most that many lines,
    /// and an ellipsis replaces the rest. Empty text has no lines.
    package static func lines(of text: String, width: Int, limit: Int) -> [String] {
        if text.isEmpty { return [] }
        var lines: [String] = []
        // Split by scalars: a line feed can be half of a character.
        for paragraph in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            lines += wrapped(printable(paragraph), width: width)
            if limit > 0, lines.count > limit { return cut(lines, to: limit, width: width) }
        }
        return lines
    }

    /// Returns the text with visible substitutes for control characters, so that no terminal obeys them.
    private static func printable(_ text: Substring.UnicodeScalarView) -> String {
        let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) }
        if !text.contains(where: isControl) { return String(text) }
        return String(String.UnicodeScalarView(text.map { isControl($0) ? "\u{FFFD}" : $0 }))
    }

    private static func wrapped(_ paragraph: String, width: Int) -> [String] {
        if paragraph.utf8.count <= width || CellWidth.cells(of: paragraph) <= width { return [paragraph] }
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in paragraph.split(separator: " ") {
            let cells = CellWidth.cells(of: word)
            if used > 0, used + 1 + cells <= width {
                line += " " + word
                used += 1 + cells
                continue
            }
            if used > 0 { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                let cells = CellWidth.cells(of: character)
                if used > 0, used + cells > width {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += cells
            }
        }
        return used > 0 || lines.isEmpty ? lines + [line] : lines
    }

    private static func cut(_ lines: [String], to limit: Int, width: Int) -> [String] {
        var kept = Array(lines.prefix(limit))
        guard var last = kept.popLast() else { return [] }
        while !last.isEmpty, CellWidth.cells(of: last) + 1 > width { last.removeLast() }
        return kept + [last + "…"]
    }
}
