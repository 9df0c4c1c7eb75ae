/// Text as it is given to a toolkit that breaks it into lines: what no screen can show is cut off, and words that are
/// longer than any line get places to break at. Looking for those itself takes a toolkit a time that grows with the
/// square of the word.
package enum LaidOutText {
    /// More characters than a card at its largest has room for.
    package static let limit = 2000
    /// More characters than all texts of a card have room for together, which share them in the order in which they
    /// are read.
    package static let cardLimit = 6000
    /// What a text gets when the others have left nothing: it may stand beside them.
    package static let leastLimit = 100
    /// More lines than a card at its largest has room for. To say so spares a toolkit from trying how a text would look
    /// with one word on each line, which takes it a time that grows with the square of the text.
    package static let lineLimit = 48
    /// How many characters may stand together.
    private static let longestWord = 24
    /// Zero width space, U+200B.
    private static let breakingPlace: Character = "\u{200B}"
    /// Line separator, U+2028.
    private static let lineSeparator: Character = "\u{2028}"

    /// The text itself if there is nothing to change, which is the rule.
    ///
    /// - Parameters:
    ///   - limit: the most characters.
    ///   - lines: the most lines; 0 for any number. Toolkits that count the lines of each paragraph by itself need no
    ///     more than that: there is only one paragraph then.
    package static func prepare(_ text: String, limit: Int = limit, lines: Int = 0) -> String {
        let text = lines > 0 && text.contains("\n") ? oneParagraph(text, lines: lines) : text
        if text.utf8.count <= longestWord { return text }
        var result = ""
        var run = 0
        for (count, character) in text.enumerated() {
            if count == limit {
                result.append("…")
                break
            }
            run = character.isWhitespace ? 0 : run + 1
            if run > longestWord {
                result.append(breakingPlace)
                run = 1
            }
            result.append(character)
        }
        return result
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
