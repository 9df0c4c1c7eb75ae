import Foundation
import Fuzzing
import Testing

/// The page "Coming from Apple's NotificationCenter".
@Suite struct ComingFromAppleTests {
    /// The cells of each row that is not the head of a table.
    private static func rows() throws -> [[String]] {
        try Article.comingFromApple.text.split(separator: "\n").filter { $0.hasPrefix("|") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
            .filter { $0.first != "Apple" && $0.first?.hasPrefix("---") == false }
    }

    /// The texts of the Swift files below a folder.
    private static func sources(below path: String) throws -> [String] {
        let folder = URL(filePath: "\(Checkout.root)/\(path)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        return try (files ?? []).filter { $0.pathExtension == "swift" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
    }

    /// The functions marked as tests, by their suites.
    private static func tests() throws -> Set<String> {
        var found: Set<String> = []
        for code in try sources(below: "Tests") {
            var suite = ""
            var isTest = false
            for line in code.split(separator: "\n") {
                // Indented lines declare no suite, and a search by pattern takes long.
                if line.first != " ", let match = line.firstMatch(of: /^(?:@.* )?(?:struct|extension) (\w+)/) {
                    suite = String(match.1)
                }
                if line.contains("@Test") { isTest = true }
                if isTest, let match = line.firstMatch(of: /\bfunc (\w+)/) {
                    found.insert("\(suite)/\(match.1)")
                    isTest = false
                }
            }
        }
        return found
    }

    @Test(.longComputation) func everyNamedTestExists() throws {
        let tests = try Self.tests()
        #expect(tests.count > 500)
        var count = 0
        for row in try Self.rows() {
            try #require(row.count >= 2, "\(row)")
            // A part that doesn't exist here has no test.
            if row[1] == "no counterpart" { continue }
            let names = row.count == 3 ? row[2].matches(of: /`(\w+\/\w+)`/).map { String($0.1) } : []
            #expect(!names.isEmpty, "\(row[0]) has no test")
            for name in names { #expect(tests.contains(name), "\(name) is no test") }
            count += names.count
        }
        #expect(count > 40)
    }

    /// Everything that the concept names: keys, life, URLs, long work, the protocol, margins, having content, edit mode.
    @Test(arguments: [
        "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionMainStoryboard",
        "NSExtensionActivationRule", "beginRequest(with:)", "openURL(_:completionHandler:)",
        "completeRequest(returningItems:completionHandler:)",
        "expired", "widgetPerformUpdate(completionHandler:)", "widgetMarginInsets(forProposedMarginInsets:)",
        "setHasContent(_:forWidgetWithBundleIdentifier:)", "from the widget", "edit mode", "with the app",
    ]) func everyPartHasARow(_ part: String) throws {
        let names = try Self.rows().compactMap(\.first)
        #expect(names.contains { $0.contains(part) } || names.contains("the same \(part)"))
    }

    /// Names of this library in the second column exist.
    @Test func everySymbolExists() throws {
        let code = try Self.sources(below: "Sources/Apps/NotificationCenter").joined()
        for match in try Article.comingFromApple.text.matches(of: /``([^`]+)``/) {
            for part in match.1.split(separator: "/") {
                let name = part.prefix { $0 != "(" }
                let isThere = ["class", "protocol", "struct", "typealias", "func", "var", "enum"].contains {
                    code.contains("\($0) \(name)")
                }
                #expect(isThere, "\(match.1)")
            }
        }
    }

    /// A reader can't find types that the first page doesn't list.
    @Test func everyPublicTypeIsListed() throws {
        let page = try Article(name: "NotificationCenter").text
        for code in try Self.sources(below: "Sources/Apps/NotificationCenter") {
            let types = code.matches(
                of: /(?m)^public (?:final )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/)
            for type in types { #expect(page.contains("- ``\(type.1)``"), "\(type.1)") }
        }
        for article in ["BuildUsedSpace", "ComingFromApple"] { #expect(page.contains("- <doc:\(article)>")) }
    }
}
