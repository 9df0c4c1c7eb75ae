import Foundation
import Testing

/// Every block of Swift in the articles and in the README stands in a file beside this one, so that it is compiled.
@Suite struct ArticleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = folder.appending(path: "../../../..").standardizedFileURL

    private static let articles: [String] = {
        let catalogues = ["DBus", "DBusMonitor", "DBusTesting"].map { "Sources/DBus/\($0)/\($0).docc" }
        return ["Sources/DBus/README.md"]
            + catalogues.flatMap { catalogue in
                let names =
                    (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: catalogue).path)) ?? []
                return names.filter { $0.hasSuffix(".md") }.sorted().map { catalogue + "/" + $0 }
            }
    }()

    private static func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }

    /// The compiled files, each as its lines.
    private static func compiled() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }.map { lines(try text($0)).joined(separator: "\n") + "\n" }
    }

    private static func blocks(of article: String) throws -> [String] {
        try text(root.appending(path: article)).components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    @Test(arguments: articles) func everyBlockIsCompiled(_ article: String) throws {
        let compiled = try Self.compiled()
        for block in try Self.blocks(of: article) {
            let text = Self.lines(block).joined(separator: "\n") + "\n"
            #expect(compiled.contains { $0.contains(text) }, "\(block)")
        }
    }

    @Test func everyPathInTheREADMEExists() throws {
        let readme = Self.root.appending(path: "Sources/DBus/README.md")
        for match in try Self.text(readme).matches(of: /\]\(([^):]+)\)/) {
            let path = readme.deletingLastPathComponent().appending(path: match.1).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }

    @Test func theArticlesAreFound() throws {
        #expect(Self.articles.count >= 7)
        let counts = try Self.articles.map { try Self.blocks(of: $0).count }
        #expect(counts.reduce(0, +) > 30, "\(counts)")
    }

    /// A reader can't find articles and types that a catalog's first page doesn't list.
    @Test(arguments: ["Sources/DBus/DBus", "Sources/DBus/DBusMonitor", "Sources/DBus/DBusTesting"])
    func everyArticleAndTypeIsListed(
        _ module: String
    ) throws {
        let name = URL(filePath: module).lastPathComponent
        let page = try Self.text(Self.root.appending(path: "\(module)/\(name).docc/\(name).md"))
        for article in Self.articles where article.hasPrefix(module + "/") && !article.hasSuffix("/README.md") {
            let title = URL(filePath: article).deletingPathExtension().lastPathComponent
            #expect(title == name || page.contains("- <doc:\(title)>"), "\(article)")
        }
        for type in try Self.publicTypes(in: Self.root.appending(path: module)) {
            #expect(page.contains("- ``\(type)``"), "\(type)")
        }
    }

    /// The public types that are in no other.
    private static func publicTypes(in module: URL) throws -> [String] {
        let files = FileManager.default.enumerator(at: module, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        return try (files ?? []).filter { $0.pathExtension == "swift" }.flatMap { file in
            try text(file).matches(of: /(?m)^public (?:final |indirect )*(?:struct|class|enum|actor|protocol) (\w+)/)
                .map { String($0.1) }
        }
    }
}
