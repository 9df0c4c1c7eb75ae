import Foundation
import Fuzzing
import Testing

/// The sources compare text by scalars or bytes, as the programs do that read it: to Swift, `<` and a combining mark behind
/// it are one `Character`, which differs from `<`, and so are U+0D4E and `<`.
///
/// `character-comparisons.txt` lists the lines that may compare by `Character`, each with the reason.
@Suite struct CharacterComparisonTests {
    /// Code that compares by `Character`, unless the line has a view of scalars or bytes.
    private static var risks: [(name: String, pattern: Regex<Substring>)] {
        [
            ("replacing", /replacing\(/),
            ("a loop over characters", /for (?:character|letter|sign|mark) in/),
            ("the type Character", /Character(?![a-z])/),
            ("a place of a character", /(?:firstIndex|lastIndex|firstRange|ranges)\(of: "(?:\\.|[^"\\])"/),
            // Nothing joins a line feed, and blanks only stand between words.
            ("split", /split\(separator: "(?!\\n"| ")/),
            ("split at", /split \{ \$0 == "|split\(whereSeparator: \{ \$0 == "/),
            ("a closure", /\{ \$0 [!=]= "(?:\\.|[^"\\])"/),
            ("contains", /contains\("(?:[&<>'%`$\/;:=|{}()\[\]]|\\["\\])"\)/),
        ]
    }
    private static var views: Regex<Substring> { /unicodeScalars|utf8|UInt8|escaping \{|[Ss]calars/ }

    private static let sources = Repository.root.appending(path: "Sources").path
    private static let list = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "character-comparisons.txt")

    private struct Exception: Hashable {
        let path, code, reason: String
    }

    private static func exceptions() throws -> [Exception] {
        try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.split(separator: " | ").map(String.init)
            try #require(parts.count == 3, "\(line) is not “path | code | reason”")
            return Exception(path: parts[0], code: parts[1], reason: parts[2])
        }
    }

    @Test(.longComputation) func textIsComparedByScalars() throws {
        var unused = Set(try Self.exceptions())
        let exceptions = unused
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources).filter {
            $0.hasSuffix(".swift") && !$0.contains("Generated/") && !$0.hasPrefix("Apps/Examples/")
        }
        #expect(paths.count > 400)
        let (risks, views) = (Self.risks, Self.views)
        for path in paths.sorted() {
            let text = try String(contentsOfFile: Self.sources + "/" + path, encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//"), !code.contains(views) else { continue }
                for risk in risks where code.contains(risk.pattern) {
                    let exception = exceptions.first { $0.path == path && code.contains($0.code) }
                    if let exception { unused.remove(exception) }
                    #expect(
                        exception != nil,
                        "\(path):\(number + 1): \(risk.name), by Character; use unicodeScalars, utf8, escaping or split(at:)"
                    )
                }
            }
        }
        for exception in unused { Issue.record("\(exception.path) has no “\(exception.code)” any more") }
    }
}
