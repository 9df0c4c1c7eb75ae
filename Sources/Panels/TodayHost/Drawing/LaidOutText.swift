internal import TodayModel

/// Text as it is given to a toolkit that breaks it into lines: what no screen can show is cut off, and words of many lines
/// get places to break at. Looking for those itself takes a toolkit a time that grows with the square of the word: 40 ms
/// for 2000 letters, and 5 ms where it may break after each 250. Characters have no more marks than writing takes: each is looked for in fonts, and placed above the
/// others.
package enum LaidOutText {
    /// More lines than a card at its largest has room for. To say so spares a toolkit from trying how a text would look
    /// with one word on each line, which takes it a time that grows with the square of the text.
    package static let lineLimit = 48
    /// How many characters may stand together. More than a hash or a URL has: the line before such a place is short.
    private static let longestWord = 250
    /// So few bytes have no marks to speak of.
    private static let plainBytes = 24
    /// How many Unicode scalars one character may have, which is enough for a family of four with the colours of their
    /// skins, and how many of these may be marks. No language has more than four or five on a letter.
    private static let mostScalars = 16
    private static let mostMarks = 8
    /// Zero width space, U+200B.
    private static let breakingPlace: Character = "\u{200B}"
    /// Line separator, U+2028.
    private static let lineSeparator: Character = "\u{2028}"

    /// The text itself if there is nothing to change, which is the rule.
    ///
    /// - Parameters:
    ///   - limit: the most characters; one with many parts counts as several.
    ///   - lines: the most lines; 0 for any number. Toolkits that count the lines of each paragraph by itself need no
    ///     more than that: there is only one paragraph then.
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
            // A letter with a mark or two is no more than one.
            room -= max(character.unicodeScalars.count - 2, 1)
            run = character.isWhitespace ? 0 : run + 1
            if run > longestWord {
                result.append(breakingPlace)
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

    /// The first lines of a text, parted by what begins a line and no paragraph. The space keeps words apart where a
    /// line is cut off instead of broken.
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
