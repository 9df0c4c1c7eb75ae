import ArgumentParser
import Foundation
import Testing

@testable import TodayCommands

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

    /// Tests of the examples run them.
    @Test(arguments: [("```sh\nwidget=", "uptime.sh"), ("```python\n", "load-average.py")])
    func theScriptsAreThoseOfTheExamples(_ start: String, _ name: String) throws {
        let readme = try Self.readme()
        let mark = try #require(readme.range(of: start))
        let begin = try #require(readme[mark].firstIndex(of: "\n"))
        let end = try #require(readme.range(of: "\n```", range: mark.upperBound..<readme.endIndex)).lowerBound
        let script = try String(
            contentsOf: Repository.root.appending(path: "data/examples/\(name)"), encoding: .utf8)
        #expect(script.hasSuffix(readme[begin..<end] + "\n"))
    }

    @Test func everyPathExists() throws {
        for match in try Self.readme().matches(of: /\]\(([^):]+)\)/) {
            let path = Repository.root.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }

    @Test func itTellsOfEveryCommandAndOfNoOther() throws {
        let readme = try Self.readme()
        let commands = Set(
            TodayControl.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName })
        let table = try #require(readme.range(of: "## Command line"))
        let end = try #require(readme.range(of: "## Test it")).lowerBound
        for command in commands {
            let word = try Regex("[ `]\(command)[ `]")
            #expect(readme[table.upperBound..<end].contains(word), "\(command)")
        }
        for match in readme.matches(of: /todayctl ([a-z][a-z-]*)/) {
            #expect(commands.contains(String(match.1)) || match.1 == "help", "\(match.1)")
        }
    }

    /// The line that CI looks for.
    @Test func thereIsOneTestLine() throws {
        #expect(try Self.readme().split(separator: "\n").count { $0.contains("&& swift test") } == 1)
    }
}
