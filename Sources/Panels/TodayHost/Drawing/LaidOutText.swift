internal import TodayModel

/// Prepares text for a toolkit that breaks it into lines. It cuts text that no screen can show, and adds break points
/// to words of many lines. A toolkit that searches for break points itself takes a time that grows with the square of
/// the word's length: 40 ms for 2000 letters, but 5 ms with a break point after each 250. It also limits the marks of a
/// character to what writing needs, because a toolkit looks up each mark in fonts and places it above the others.
package enum LaidOutText {
    /// More lines than the largest card can show. With this limit, a toolkit doesn't try a layout with one word a line,
    /// which takes a time that grows with the square of the text's length.
    package static let lineLimit = 48
    /// The most characters without a break point. It is more than a hash or a URL has, because the line before a break
    /// point is short.
    private static let longestWord = 250
    /// A text of this many bytes can't have many marks.
    private static let plainBytes = 24
    /// The most Unicode scalars of one character, which suffices for a family of four with skin tones, and the most
    /// marks among them. No language has more than four or five marks on a letter.
    private static let mostScalars = 16
    private static let mostMarks = 8
    /// Zero width space, U+200B.
    private static let breakOpportunity: Character = "\u{200B}"
    /// Line separator, U+2028.
    private static let lineSeparator: Character = "\u{2028}"

    /// Returns the text for a toolkit. Most texts are unchanged.
    ///
    /// - Parameters:
    ///   - limit: the most characters; a character with many parts counts as several.
    ///   - lines: the most lines; 0 for any number. It also suits toolkits that count the lines of each paragraph
    ///     separately, because the result is one paragraph.
    package static func prepare(_ text: String, limit: Int = TextRoom.limit, lines: Int = 0) -> String {
        let text = lines > 0 && text.contains("\n") ? oneParagraph(text, lines: lines) : text
        if text.utf8.count <= plainBytes { return text }
        var result = ""
        var run = 0
        var room = limit
        for whole in text {
            if room <= 0 {
                result.append("…")
                break
            }
            let character = simplified(whole)
            // A letter with one or two marks counts as one character.
            room -= max(character.unicodeScalars.count - 2, 1)
            run = character.isWhitespace ? 0 : run + 1
            if run > longestWord {
                result.append(breakOpportunity)
                run = 1
            }
            result.append(character)
        }
        return result
    }

    private static func simplified(_ character: Character) -> Character {
        let scalars = character.unicodeScalars
        if scalars.count <= mostMarks { return character }
        var kept = String.UnicodeScalarView()
        var marks = 0
        for scalar in scalars.prefix(mostScalars) {
            if scalar.properties.generalCategory.isMark { marks += 1 }
            if marks <= mostMarks || !scalar.properties.generalCategory.isMark { kept.append(scalar) }
        }
        return String(kept).first ?? character
    }

    /// Returns the first lines of a text, separated by a character that starts a new line but not a new paragraph. The
    /// space separates words if a line is cut off instead of broken.
    private static func oneParagraph(_ text: String, lines: Int) -> String {
        let parts = text.split(separator: "\n", maxSplits: lines, omittingEmptySubsequences: false)
        let shown = parts.prefix(lines).joined(separator: " \(lineSeparator)")
        let hasMore = parts.dropFirst(lines).contains { !$0.allSatisfy(\.isWhitespace) }
        return hasMore ? shown + "…" : shown
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .enclosingMark || self == .spacingMark }
}
