import Foundation
import Testing

/// The words that plain American English avoids, from `words.txt`.
struct WordList {
    private struct Word {
        let pattern: NSRegularExpression
        let isForBeginnings: Bool
        let wayOut: String

        init(line: Substring) throws {
            let parts = line.split(separator: "\t").map(String.init)
            try #require(parts.count == 2, "\(line) is not “pattern, tab, way out”")
            isForBeginnings = parts[0].hasPrefix("comment:")
            // A comment that begins with a capital may begin with a forbidden word; "what" within a sentence may stand.
            pattern = try NSRegularExpression(
                pattern: isForBeginnings ? "^" + parts[0].dropFirst(8) : parts[0],
                options: isForBeginnings ? [] : .caseInsensitive)
            wayOut = parts[1]
        }
    }

    private let words: [Word]

    init() throws {
        words = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "words.txt"),
            encoding: .utf8
        )
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(Word.init(line:))
    }

    /// Returns what to write instead of the first listed word of a text; nil if it has none.
    ///
    /// - Parameter isBeginning: Whether the text is the first line of a comment.
    func wayOut(of text: String, isBeginning: Bool = false) -> String? {
        words.first {
            (isBeginning || !$0.isForBeginnings)
                && $0.pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }?.wayOut
    }
}
