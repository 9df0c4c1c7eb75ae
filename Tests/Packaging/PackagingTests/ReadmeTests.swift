import ArgumentParser
import DBusTesting
import Foundation
import Glibc
import TodayPlatform
import Testing

@testable import TodayCommands

/// The examples in the README match the programs.
@Suite struct ReadmeTests {
    private static func readme(_ folder: String = "") throws -> String {
        try String(contentsOf: Repository.root.appending(path: folder + "README.md"), encoding: .utf8)
    }

    private static let examples = "data/examples/"

    /// `ReadmeWidget.swift` is compiled with these tests.
    @Test func theWidgetCompiles() throws {
        let file = Repository.root.appending(path: "Tests/Packaging/PackagingTests/ReadmeWidget.swift")
        let compiled = try String(contentsOf: file, encoding: .utf8)
        let readme = try Self.readme()
        let start = try #require(readme.range(of: "```swift\n")).upperBound
        let end = try #require(readme.range(of: "```", range: start..<readme.endIndex)).lowerBound
        #expect(readme[start..<end].replacing("@main\n", with: "") == compiled)
    }

    /// Tests of the examples run them.
    @Test(arguments: [("```sh\nwidget=", "uptime.sh"), ("```python\n", "load-average.py")])
    func theScriptsAreThoseOfTheExamples(_ start: String, _ name: String) throws {
        let readme = try Self.readme(Self.examples)
        let mark = try #require(readme.range(of: start))
        let begin = try #require(readme[mark].firstIndex(of: "\n"))
        let end = try #require(readme.range(of: "\n```", range: mark.upperBound..<readme.endIndex)).lowerBound
        let script = try String(
            contentsOf: Repository.root.appending(path: "data/examples/\(name)"), encoding: .utf8)
        #expect(script.hasSuffix(readme[begin..<end] + "\n"))
    }

    @Test(arguments: ["", examples]) func everyPathExists(_ folder: String) throws {
        for match in try Self.readme(folder).matches(of: /\]\(([^):]+)\)/) {
            let path = Repository.root.appending(path: folder + match.1).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
        }
    }

    @Test(arguments: ["", examples]) func itTellsOfCommandsThatThereAre(_ folder: String) throws {
        let commands = Set(TodayControl.configuration.subcommands.map { $0._commandName })
        for match in try Self.readme(folder).matches(of: /todayctl ([a-z][a-z-]*)/) {
            #expect(commands.contains(String(match.1)) || match.1 == "help", "\(match.1)")
        }
    }

    /// Returns the contents of the blocks of a kind.
    private static func blocks(_ kind: String, _ text: String) -> [String] {
        text.split(separator: "\n```\(kind)\n").dropFirst().compactMap { block in
            block.split(separator: "\n```\n").first.map(String.init)
        }
    }

    /// The words of a line, whatever their order: numbers, the length of a bar, how wide a table is and the results of
    /// an update differ from run to run, as the order in a dictionary does.
    private static func words(_ line: some StringProtocol) -> [String] {
        String(line).replacing(/[0-9.]+%/, with: "0%").replacing(/[0-9]+/, with: "0").replacing(/[█░]+/, with: "█")
            .replacing("no-data", with: "new-data")
            .replacing(/(city|country|region) - .*(  \[Refresh\])/) { "fact\($0.output.2)" }
            .split { " {}(),".contains($0) }.map(String.init).sorted()
    }

    /// The view in the README is that of the samples.
    @Test func theViewIsThatOfTheDemo() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let readme = try Self.readme()
        let start = try #require(readme.range(of: "\n## Try it\n")).upperBound
        let view = try #require(Self.blocks("", String(readme[start...])).first)
        let run = try await bus.run([try Programs.path("todayctl"), "demo", "--sample", "--once"])
        #expect(run.exit == .status(0) && run.output == view + "\n", "\(run)")
    }

    /// A reader types the commands while the demo runs, in the folder that the text names.
    @Test(arguments: [("", "--sample"), (examples, "--examples")])
    func theOutputsAreWhatOneSees(_ page: String, _ widgets: String) async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let variables = ["PATH": try Programs.folder() + ":/usr/bin:/bin"]
        let demo = try await bus.start(["todayctl", "demo", widgets, "--terminal"], with: variables)
        try await demo.output { $0.contains("updated just now") }

        let folder = Repository.root.path
        var background: [ToolRun] = []
        var expected: [[String]] = []
        var lines: Set<[String]> = []
        for block in Self.blocks("console", try Self.readme(page)) {
            // A backslash at the end of a line continues a command on the next line.
            for part in "\n\(block)".replacing("\\\n", with: "").split(separator: "\n$ ") {
                let (command, output) = (part.prefix { $0 != "\n" }, part.drop { $0 != "\n" })
                let answers = output.split(separator: "\n").filter { $0 != "…" }.map { Self.words($0) }
                expected += answers
                if command == "kill $!" {
                    let ended = background.removeLast()
                    let wanted = Set(expected).subtracting(lines)
                    let missing: @Sendable (String) -> Set<[String]> = { text in
                        wanted.subtracting(text.split(separator: "\n").map { Self.words($0) })
                    }
                    let isComplete = try? await ended.output { missing($0).isEmpty }
                    #expect(isComplete != nil, "\(missing(ended.text))")
                    ended.signal(SIGTERM)
                    _ = try await ended.finished()
                    lines.formUnion(wanted)
                    continue
                }
                let isLeftRunning = command.hasSuffix("&")
                let script = "cd '\(folder)'; " + (isLeftRunning ? "exec " + command.dropLast() : command)
                let run = try await bus.start(["bash", "-c", script], with: variables)
                if isLeftRunning {
                    try await run.output { text in text.split(separator: "\n").count >= answers.count }
                    background.append(run)
                    continue
                }
                let result = try await run.finished()
                #expect(result.exit == .status(0) && result.error.isEmpty, "\(command): \(result)")
                lines.formUnion(result.output.split(separator: "\n").map { Self.words($0) })
            }
        }
        #expect(expected.count >= (page.isEmpty ? 1 : 19))
        // No program that the reader has started keeps running.
        #expect(background.isEmpty)
        let missing = Set(expected).subtracting(lines)
        #expect(missing.isEmpty, "\(missing)")
        demo.signal(SIGINT)
        #expect(try await demo.finished().exit == .status(0))
    }

    /// The line that CI looks for.
    @Test func thereIsOneTestLine() throws {
        #expect(try Self.readme().split(separator: "\n").count { $0.contains("&& swift test") } == 1)
    }
}
