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

    /// The text itself if there is nothing to change, which is the rule.
    ///
    /// - Parameter limit: the most characters.
    package static func prepare(_ text: String, limit: Int = limit) -> String {
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
}
