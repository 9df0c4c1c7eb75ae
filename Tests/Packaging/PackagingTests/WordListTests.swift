import Foundation
import Fuzzing
import Testing

/// Comments and string literals are plain American English: `words.txt` lists what isn't.
///
/// `words-exceptions.txt` counts the string literals that still break the list, for each file. A count that is too high
/// fails the test as well, so the list only shrinks. `UPDATE_DATA=1` writes the counts.
@Suite struct WordListTests {
    /// A line of `words.txt`.
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

        func matches(_ text: String) -> Bool {
            pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
    }

    /// A comment line or a string literal.
    private struct Text {
        let line: Int
        let isLiteral, isBeginning: Bool
        /// Without names of symbols, which stand in backticks.
        let text: String
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let list = folder.appending(path: "words.txt")
    private static let exceptionsList = folder.appending(path: "words-exceptions.txt")

    private static func words() throws -> [Word] {
        try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map(Word.init(line:))
    }

    /// Literals and comments, in the order of a file. A literal ends at the latest with its line, unless it has three quotes.
    private static let tokens = try! NSRegularExpression(
        pattern: #""""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/"#)
    private static let names = try! NSRegularExpression(pattern: "`+[^`]*`+")
    private static let marks = try! NSRegularExpression(pattern: #"^\s*(/\*+|//+|\*)?\s*(MARK: )?"#)

    private static func without(_ pattern: NSRegularExpression, _ text: String) -> String {
        pattern.stringByReplacingMatches(in: text, range: NSRange(text.startIndex..., in: text), withTemplate: "")
    }

    private static func texts(of source: String) -> [Text] {
        var (texts, line, place, lastComment) = ([Text](), 1, 0, -1)
        let source = source as NSString
        for token in tokens.matches(in: source as String, range: NSRange(location: 0, length: source.length)) {
            line += source.substring(with: NSRange(location: place, length: token.range.location - place))
                .count { $0 == "\n" }
            place = token.range.location
            let whole = source.substring(with: token.range)
            let isLiteral = whole.hasPrefix("\"")
            for (offset, part) in whole.components(separatedBy: "\n").enumerated() {
                let isBeginning = !isLiteral && offset == 0 && lastComment != line - 1
                let text = isLiteral ? part : without(names, without(marks, part))
                texts.append(Text(line: line + offset, isLiteral: isLiteral, isBeginning: isBeginning, text: text))
                if !isLiteral { lastComment = line + offset }
            }
        }
        return texts
    }

    @Test(.longComputation) func textIsPlainEnglish() throws {
        let words = try Self.words()
        let root = Repository.root
        var exceptions: [String: Int] = [:]
        for line in (try? String(contentsOf: Self.exceptionsList, encoding: .utf8))?.split(separator: "\n") ?? [] {
            let parts = line.split(separator: " ", maxSplits: 1)
            let count = try #require(Int(parts[0]), "\(line) is not “count path”")
            exceptions[String(parts[1])] = count
        }
        var counts: [String: Int] = [:]
        var files = 0
        for folder in ["Sources", "Tests", "Benchmarks/Sources"] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            for path in paths.map({ folder + "/" + $0 })
            where [".swift", ".c", ".h"].contains(where: path.hasSuffix) && !path.contains("/Generated/") {
                files += 1
                let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                // The literals of tests repeat those of the sources.
                for text in Self.texts(of: source) where !text.isLiteral || folder == "Sources" {
                    guard
                        let word = words.first(where: {
                            (text.isBeginning || !$0.isForBeginnings) && $0.matches(text.text)
                        })
                    else { continue }
                    if text.isLiteral {
                        counts[path, default: 0] += 1
                    } else {
                        Issue.record("\(path):\(text.line): \(word.wayOut): \(text.text)")
                    }
                }
            }
        }
        #expect(files > 1000)
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            try counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }.joined()
                .write(to: Self.exceptionsList, atomically: true, encoding: .utf8)
            return
        }
        for path in Set(counts.keys).union(exceptions.keys).sorted() {
            let (found, known) = (counts[path] ?? 0, exceptions[path] ?? 0)
            #expect(found <= known, "\(path): \(found) string literals break words.txt, \(known) did")
            #expect(found >= known, "\(path): lower the count in words-exceptions.txt to \(found)")
        }
    }

    @Test(arguments: [
        ("// What is this?", true), ("/// A thing.\n/// What it does.", false), ("let a = \"nobody\"", true),
        ("// `nobody`", false), ("// the colour", true), ("f(\"a\") // tells", true), ("// the end of a line", false),
    ])
    func aBreachIsFound(_ source: String, _ isBreach: Bool) throws {
        let words = try Self.words()
        let found = Self.texts(of: source).contains { text in
            words.contains { (text.isBeginning || !$0.isForBeginnings) && $0.matches(text.text) }
        }
        #expect(found == isBreach)
    }
}
