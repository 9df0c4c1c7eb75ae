import Foundation
import Testing

/// What the README shows is what there is.
@Suite struct ReadmeTests {
    private static func readme() throws -> String {
        try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    }

    /// `ReadmeWidget.swift` is compiled with these tests.
    @Test func theWidgetCompiles() throws {
        let file = Repository.root.appending(path: "Tests/PackagingTests/ReadmeWidget.swift")
        let compiled = try String(contentsOf: file, encoding: .utf8)
        let readme = try Self.readme()
        let start = try #require(readme.range(of: "```swift\n")).upperBound
        let end = try #require(readme.range(of: "```", range: start..<readme.endIndex)).lowerBound
        #expect(readme[start..<end].replacing("@main\n", with: "") == compiled)
    }

    @Test func everyPathExists() throws {
        for match in try Self.readme().matches(of: /\]\(([^):]+)\)/) {
            let path = Repository.root.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }

    /// The line that CI looks for.
    @Test func thereIsOneTestLine() throws {
        #expect(try Self.readme().split(separator: "\n").count { $0.contains("&& swift test") } == 1)
    }
}
