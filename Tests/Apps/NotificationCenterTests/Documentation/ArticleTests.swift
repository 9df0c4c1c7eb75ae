import Foundation
import Testing

/// Every block of Swift in the articles stands in a file beside this one, so that it is compiled and run.
@Suite struct ArticleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = folder.appending(path: "../../../..").standardizedFileURL
    private static let module = root.appending(path: "Sources/Apps/NotificationCenterTesting")
    private static let catalogue = module.appending(path: "NotificationCenterTesting.docc")

    private static func files(_ folder: URL, _ suffix: String) throws -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == suffix }
    }

    private static func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n") + "\n"
    }

    @Test func everyBlockIsCompiled() throws {
        let compiled = try Self.files(Self.folder, "swift").map { Self.lines(try Self.text($0)) }
        var count = 0
        for article in try Self.files(Self.catalogue, "md") {
            for block in try Self.text(article).components(separatedBy: "```swift\n").dropFirst() {
                let code = Self.lines(block.components(separatedBy: "```")[0])
                #expect(compiled.contains { $0.contains(code) }, "\(code)")
                count += 1
            }
        }
        #expect(count >= 7)
    }

    /// A reader can't find articles and types that the first page doesn't list.
    @Test func everyArticleAndTypeIsListed() throws {
        let page = try Self.text(Self.catalogue.appending(path: "NotificationCenterTesting.md"))
        for article in try Self.files(Self.catalogue, "md") {
            let title = article.deletingPathExtension().lastPathComponent
            #expect(title == "NotificationCenterTesting" || page.contains("- <doc:\(title)>"), "\(title)")
        }
        for file in try Self.files(Self.module, "swift") {
            let types = try Self.text(file).matches(
                of: /(?m)^public (?:final )?(?:struct|class|enum|actor|protocol) (\w+)/)
            for type in types { #expect(page.contains("- ``\(type.1)``"), "\(type.1)") }
        }
    }
}
