import Foundation
import Fuzzing
import Testing

/// Code decides by kinds, and never by text that a person reads, because that text depends on the language.
///
/// `sentence-comparisons.txt` lists the literals that code may compare with although they look like such text, each with
/// the reason.
@Suite struct SentenceComparisonTests {
    private struct Comparison: Hashable {
        let path: String
        /// With its quotation marks, as in the source.
        let literal: String
    }

    private static let list = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "sentence-comparisons.txt")

    private static func exceptions() throws -> [Comparison] {
        try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.components(separatedBy: " | ")
            try #require(parts.count == 3 && !parts[2].isEmpty, "\(line) is not “path | literal | reason”")
            return Comparison(path: parts[0], literal: parts[1])
        }
    }

    // MARK: Sources

    private static let swift = try! NSRegularExpression(
        pattern: #""""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/"#)
    private static let javaScript = try! NSRegularExpression(
        pattern: #""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|//[^\n]*|/\*[\s\S]*?\*/"#)
    /// A literal after an operator or a function that compares, or before an operator.
    private static let comparison: NSRegularExpression = {
        let literal = #"("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"#
        let functions = "hasPrefix|hasSuffix|contains|startsWith|endsWith|includes|indexOf"
        return try! NSRegularExpression(
            pattern: #"(?:[=!]==?\s*|\b(?:\#(functions))\(\s*|\bstarts\(with:\s*)\#(literal)|\#(literal)\s*[=!]="#)
    }()

    /// Returns what to look for in a file that is checked, by its ending.
    private static func tokens(of path: String) -> NSRegularExpression? {
        switch (path as NSString).pathExtension {
        case "swift": path.hasPrefix("Sources/") ? swift : nil
        case "js", "mjs", "qml": javaScript
        default: nil
        }
    }

    /// Returns the literals that a source compares with, and their lines. Comments and templates don't count.
    private static func literals(in source: String, _ tokens: NSRegularExpression) -> [(line: Int, literal: String)] {
        let code = NSMutableString(string: source)
        for token in tokens.matches(in: source, range: NSRange(location: 0, length: code.length)).reversed() {
            let whole = code.substring(with: token.range)
            guard ["/", "`"].contains(whole.prefix(1)) || whole.hasPrefix("\"\"\"") else { continue }
            code.replaceCharacters(in: token.range, with: whole.filter(\.isNewline))
        }
        return comparison.matches(in: code as String, range: NSRange(location: 0, length: code.length)).map { match in
            let range = match.range(at: 1).location == NSNotFound ? match.range(at: 2) : match.range(at: 1)
            return (code.substring(to: range.location).count { $0 == "\n" } + 1, code.substring(with: range))
        }
    }

    // MARK: Text

    /// Whether a literal can be text for a person: it has a blank or a capital, and isn't a name of a program.
    private static func isText(_ literal: String, of path: String) -> Bool {
        let text = literal.dropFirst().dropLast().replacing(/\\u\{[^}]*\}|\\\([^)]*\)|\\./, with: "")
        guard text.contains(/[a-z]/), text.contains(/[ A-Z]/), text.contains(/[A-Za-z]{2}/) else { return false }
        // `org.freedesktop.DBus.Error.Failed`
        if text.wholeMatch(of: /[a-z][A-Za-z0-9]*(\.[A-Za-z0-9_-]+)+\.?/) != nil { return false }
        // `PerformUpdate`: a member or key of D-Bus, or a key of a desktop entry. In a panel, it can be a shown word.
        let isPanel = path.hasPrefix("Sources/Panels/") || path.hasPrefix("data/panels/")
        return isPanel || text.wholeMatch(of: /([A-Z][a-z0-9]+)+/) == nil
    }

    // MARK: Tests

    @Test(.longComputation) func codeDecidesByKinds() throws {
        var unused = Set(try Self.exceptions())
        let exceptions = unused
        #expect(exceptions.count < 40)
        let root = Repository.root
        var files = 0
        for folder in ["Sources", "data"] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            for path in paths.map({ folder + "/" + $0 }).sorted() where !path.contains("/Generated/") {
                guard let tokens = Self.tokens(of: path),
                    let source = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
                else { continue }
                files += 1
                for (line, literal) in Self.literals(in: source, tokens) where Self.isText(literal, of: path) {
                    let comparison = Comparison(path: path, literal: literal)
                    unused.remove(comparison)
                    #expect(
                        exceptions.contains(comparison),
                        "\(path):\(line): compares with \(literal), which a translation changes; compare a kind")
                }
            }
        }
        #expect(files > 500)
        for exception in unused { Issue.record("\(exception.path) no longer compares with \(exception.literal)") }
    }

    @Test(arguments: [
        ("Sources/a.swift", #"if text == "no data" {"#, true), ("Sources/a.swift", #"text != "Refresh now""#, true),
        ("Sources/a.swift", #"if "no data" == text {"#, true),
        ("Sources/a.swift", #"text.hasPrefix("The widget")"#, true),
        ("Sources/a.swift", #"text.utf8.starts(with: "The widget".utf8)"#, true),
        ("Sources/a.swift", #"text.contains( "it failed")"#, true),
        ("Sources/a.swift", #"// text == "no data""#, false),
        ("Sources/a.swift", #"text = "no data""#, false), ("Sources/a.swift", #"text == "\(name)=""#, false),
        ("Sources/a.swift", #"scalar == " ""#, false), ("Sources/a.swift", #"word == "GMT""#, false),
        ("Sources/a.swift", "\"\"\"\ntext == \"no data\"\n\"\"\"", false),
        ("Sources/a.swift", #"call.member == "PerformUpdate""#, false),
        ("Sources/Panels/a.swift", #"label == "Refresh""#, true),
        ("Sources/Panels/a.swift", #"name.hasPrefix("org.freedesktop.DBus.")"#, false),
        ("data/panels/a.js", "label === 'Refresh'", true), ("data/panels/a.qml", #"text.startsWith("No data")"#, true),
        ("data/panels/a.js", "names.includes('no data')", true), ("data/panels/a.js", "// label === 'Refresh'", false),
        ("data/panels/a.js", "state === 'idle'", false), ("data/javascript/a.js", "name === 'NextUpdate'", false),
    ])
    func aDecisionByTextIsFound(_ path: String, _ source: String, _ isFound: Bool) throws {
        let tokens = try #require(Self.tokens(of: path))
        #expect(Self.literals(in: source, tokens).contains { Self.isText($0.literal, of: path) } == isFound)
    }
}
