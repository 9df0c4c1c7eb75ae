import Foundation
import Testing

@testable import TodayCommands

/// The words in lines for a panel, and those that the panels in QML show.
@Suite struct PanelWordTests {
    private static let panels = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../data/panels").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: panels.appending(path: path), encoding: .utf8)
    }

    /// The English texts in `words.mjs`, by the names of the words.
    private static func english() throws -> [String: String] {
        var words: [String: String] = [:]
        let entries = try text("qml/words.mjs")
            .matches(of: /(?m)^    (\w+): (?:_|pgettext)\((?:'[^']*', )?'([^']*)'\),$/)
        for entry in entries { words[String(entry.1)] = String(entry.2) }
        return words
    }

    /// The names of the words that the files in QML use.
    private static func used() throws -> Set<String> {
        // A function of words.mjs uses this one.
        var names: Set = ["percent"]
        for folder in ["qml", "plasma-5/contents/ui", "plasma-6/contents/ui", "quickshell"] {
            let files = try FileManager.default.contentsOfDirectory(atPath: panels.appending(path: folder).path)
            for file in files where file.hasSuffix(".qml") || file == "today.js" {
                for call in try text("\(folder)/\(file)").matches(of: /Words\.say\(([^()]*)/) {
                    names.formUnion(call.1.matches(of: /"(\w+)"/).map { String($0.1) })
                }
            }
        }
        return names
    }

    @Test func linesHaveTheWordsOfQml() throws {
        let english = try Self.english()
        let used = try Self.used()
        #expect(used.filter { english[$0] == nil } == [])
        #expect(Set(used.compactMap { english[$0] }) == Set(PanelWord.all.map(\.english)))
    }

    @Test func englishHasNoTranslations() {
        #expect(PanelWord.translations.isEmpty)
    }
}
