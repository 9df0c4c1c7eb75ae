import Foundation
import Fuzzing
import Testing

/// Comments and string literals are plain American English: `words.txt` lists what isn't.
@Suite struct WordListTests {
    /// A comment line or a string literal.
    private struct Text {
        let line: Int
        let isLiteral, isBeginning: Bool
        /// Without names of symbols, which stand in backticks.
        let text: String
    }

    /// Literals and comments, in the order of a file. A literal ends at the latest with its line, unless it has three quotes.
    private static let swift = try! NSRegularExpression(
        pattern: #""""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/"#)
    private static let javaScript = try! NSRegularExpression(
        pattern: #""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|//[^\n]*|/\*[\s\S]*?\*/"#)
    private static let python = try! NSRegularExpression(
        pattern: #""""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<!\S)#[^\n]*"#)
    private static let line = try! NSRegularExpression(pattern: "[^\n]+")
    private static let names = try! NSRegularExpression(pattern: "`+[^`]*`+")
    private static let marks = try! NSRegularExpression(pattern: #"^\s*(/\*+|//+|\*|#+)?\s*(MARK: )?"#)

    private static func without(_ pattern: NSRegularExpression, _ text: String) -> String {
        pattern.stringByReplacingMatches(in: text, range: NSRange(text.startIndex..., in: text), withTemplate: "")
    }

    /// Returns what to look for in a file, by its ending or its first line. Nil skips the file.
    private static func tokens(of path: String, _ source: String) -> NSRegularExpression? {
        switch (path as NSString).pathExtension {
        case "swift", "c", "h": swift
        case "js", "mjs", "qml", "css": javaScript
        case "py": python
        case "sh", "desktop": line
        case "" where source.hasPrefix("#!"): source.prefix { $0 != "\n" }.contains("python") ? python : line
        case "" where path.hasSuffix("debian/control"): line
        default: nil
        }
    }

    private static func texts(of source: String, _ tokens: NSRegularExpression) -> [Text] {
        var (texts, line, place, lastComment) = ([Text](), 1, 0, -1)
        let source = source as NSString
        for token in tokens.matches(in: source as String, range: NSRange(location: 0, length: source.length)) {
            line += source.substring(with: NSRange(location: place, length: token.range.location - place))
                .count { $0 == "\n" }
            place = token.range.location
            let whole = source.substring(with: token.range)
            let isLiteral = !["/", "#"].contains(whole.trimmingCharacters(in: .whitespaces).prefix(1))
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
        let words = try WordList()
        let root = Repository.root
        var files = 0
        for folder in ["Sources", "Tests", "Benchmarks/Sources", "data"] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            for path in paths.map({ folder + "/" + $0 }) where !path.contains("/Generated/") {
                guard let source = try? String(contentsOf: root.appending(path: path), encoding: .utf8),
                    let tokens = Self.tokens(of: path, source)
                else { continue }
                files += 1
                // The literals of tests in Swift repeat those of the sources.
                let skipsLiterals = folder != "Sources" && tokens == Self.swift
                for text in Self.texts(of: source, tokens) where !text.isLiteral || !skipsLiterals {
                    guard let wayOut = words.wayOut(of: text.text, isBeginning: text.isBeginning) else { continue }
                    Issue.record("\(path):\(text.line): \(wayOut): \(text.text)")
                }
            }
        }
        #expect(files > 1000)
    }

    @Test(arguments: [
        ("a.swift", "// What is this?", true), ("a.swift", "/// A thing.\n/// What it does.", false),
        ("a.swift", "let a = \"nobody\"", true), ("a.swift", "// `nobody`", false), ("a.swift", "// the colour", true),
        ("a.swift", "f(\"a\") // tells", true), ("a.swift", "// the end of a line", false),
        ("a.js", "a('nobody')", true), ("a.qml", "// What is this?", true), ("a.mjs", "f(`anew\n`)", true),
        ("a.py", "if a is None: pass  # fine", false), ("a.py", "# nobody", true), ("a.py", "f(a=\"tells\")", true),
        ("a", "#!/bin/sh\ncat <<E\nTells\nE", true), ("a", "#!/usr/bin/python3\na is None", false),
        ("a.desktop", "Comment=Tells", true), ("data/debian/control", "Description: anew", true),
    ])
    func aBreachIsFound(_ path: String, _ source: String, _ isBreach: Bool) throws {
        let words = try WordList()
        let tokens = try #require(Self.tokens(of: path, source))
        let found = Self.texts(of: source, tokens)
            .contains { words.wayOut(of: $0.text, isBeginning: $0.isBeginning) != nil }
        #expect(found == isBreach)
    }
}
