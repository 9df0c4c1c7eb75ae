import ArgumentParser
import DBusTesting
import Foundation
import Glibc
import TodayPlatform
import Testing

@testable import TodayCommands

/// The examples in the README, and in the pages to which it leads, match the programs.
@Suite struct ReadmeTests {
    private static func readme(_ page: String = "README.md") throws -> String {
        try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    }

    private static let examples = "data/examples/README.md"
    private static let use = "data/docs/use.md"
    private static let pages = [
        "README.md", "CONTRIBUTING.md", "Benchmarks/README.md", "Sources/Apps/Examples/README.md", examples, use,
        "data/docs/write-a-widget.md",
    ]

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

    /// Returns whether a JSON value has all parts of another one, whatever their numbers.
    private static func has(_ part: Any, in whole: Any) -> Bool {
        switch (part, whole) {
        case (let part as [String: Any], let whole as [String: Any]):
            part.allSatisfy { key, value in whole[key].map { has(value, in: $0) } ?? false }
        case (let part as [Any], let whole as [Any]):
            part.allSatisfy { value in whole.contains { has(value, in: $0) } }
        case (let part as String, let whole as String): words(part) == words(whole)
        default: part is NSNumber && whole is NSNumber
        }
    }

    /// The lamp of the README runs as `lamp.py`, and each tap switches it. The page of panels has its line, shortened.
    @Test func theLampIsSwitched() async throws {
        let lamp = Repository.root.appending(path: "data/examples/lamp.py")
        let script = try String(contentsOf: lamp, encoding: .utf8)
        let block = try #require(Self.blocks("python", try Self.readme()).first)
        #expect(script == "#!/usr/bin/python3\n\(block)\n")

        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let variables = [
            "PATH": try Programs.folder() + ":/usr/bin:/bin",
            "PYTHONPATH": Repository.root.appending(path: "data/python").path,
        ]
        let demo = try await bus.start(["todayctl", "demo", "--sample", "--terminal"], with: variables)
        try await demo.output { $0.contains("updated just now") }
        let provider = try await bus.start([lamp.path], with: variables)
        let bar = try await bus.start(["todayctl", "bar", "--format", "text", "org.example.Lamp"], with: variables)
        try await bar.output { $0.contains("The hall is dark") }
        let panel = ["bar", "--format", "panel", "--once", "org.example.Lamp"]
        let line = try await bus.run([try Programs.path("todayctl")] + panel).output
        let shortened = try #require(Self.blocks("json", try Self.readme("data/panels/README.md")).first)
        let whole = try JSONSerialization.jsonObject(with: Data(line.utf8))
        #expect(Self.has(try JSONSerialization.jsonObject(with: Data(shortened.utf8)), in: whole), "\(line)")
        for state in ["dark", "bright", "dark"] {
            try await bar.output { $0.split(separator: "\n").last == "The hall is \(state)" }
            let tap = try await bus.run([try Programs.path("todayctl"), "tap", "org.example.Lamp"])
            #expect(tap.exit == .status(0), "\(tap)")
        }
        for run in [bar, provider, demo] {
            run.signal(SIGINT)
            _ = try await run.finished()
        }
    }

    /// A link leads to a file, and to one of its headings.
    @Test(arguments: pages) func everyPathExists(_ page: String) throws {
        let folder = Repository.root.appending(path: page).deletingLastPathComponent()
        for match in try Self.readme(page).matches(of: /\]\(([^):#]*)(#[^)]*)?\)/) {
            let file = match.1.isEmpty ? Repository.root.appending(path: page) : folder.appending(path: match.1)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(match.1)")
            guard let anchor = match.2 else { continue }
            let headings = try String(contentsOf: file, encoding: .utf8).matches(of: /\n#+ ([^\n]*)/)
            let anchors = headings.map { $0.1.lowercased().replacing(" ", with: "-") }
            #expect(anchors.contains(String(anchor.dropFirst())), "\(anchor)")
        }
    }

    @Test(arguments: pages) func commandsExist(_ page: String) throws {
        let commands = Set(TodayControl.configuration.subcommands.map { $0._commandName })
        for match in try Self.readme(page).matches(of: /todayctl ([a-z][a-z-]*)/) {
            #expect(commands.contains(String(match.1)) || match.1 == "help", "\(match.1)")
        }
    }

    /// The keys that the panel proposes.
    @Test func theKeysAreThoseOfThePanel() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let page = try Self.readme(Self.use)
        let run = try await bus.run([try Programs.path("today-panel"), "--shortcut"])
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect(lines.count >= 5)
        for line in lines { #expect(page.contains("| `\(line.dropFirst(2))` |"), "\(line)") }
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

    /// The view in the page is that of the samples.
    @Test func theViewIsThatOfTheDemo() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let page = try Self.readme(Self.use)
        let start = try #require(page.range(of: "\n## In a terminal\n")).upperBound
        let view = try #require(Self.blocks("", String(page[start...])).first)
        let run = try await bus.run([try Programs.path("todayctl"), "demo", "--sample", "--once"])
        #expect(run.exit == .status(0) && run.output == view + "\n", "\(run)")
    }

    /// A reader types the commands while the demo runs, in the folder that the text names.
    @Test(arguments: [("README.md", "--sample", 1), (use, "--sample", 0), (examples, "--examples", 19)])
    func theOutputsAreWhatOneSees(_ page: String, _ widgets: String, _ count: Int) async throws {
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
        #expect(expected.count >= count)
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
