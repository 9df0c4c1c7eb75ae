import DBus
import DBusTesting
import Foundation
import Testing
import TodayModel

/// The exchanges of the specification, in blocks of the kind `console`: each command prints the lines that follow it
/// there.
///
/// All commands of a text run in one shell, on a bus with a center of its own. A backslash at the end of a line
/// continues a command on the next line. In the output, `…` stands for any text within a line.
@Suite struct SpecificationExamplesTests {
    private static let specification = ConformanceRun.root + "/data/specification"

    /// A command, and the lines that it prints.
    private struct Exchange {
        var command: String
        var output: [Substring] = []
    }

    /// The code blocks of a text that are of a kind.
    private static func blocks(_ kind: String, in name: String) throws -> [[Substring]] {
        let text = try String(contentsOfFile: specification + "/" + name, encoding: .utf8)
        return text.components(separatedBy: "\n```\(kind)\n").dropFirst().map { rest in
            rest.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "```" }.map { $0 }
        }
    }

    private static func exchanges(in name: String) throws -> [Exchange] {
        var exchanges: [Exchange] = []
        for line in try blocks("console", in: name).joined() {
            if line.hasPrefix("$ ") {
                exchanges.append(Exchange(command: String(line.dropFirst(2))))
            } else if let last = exchanges.indices.last {
                if exchanges[last].output.isEmpty, exchanges[last].command.hasSuffix("\\") {
                    exchanges[last].command += "\n" + line
                } else {
                    exchanges[last].output.append(line)
                }
            }
        }
        return exchanges
    }

    /// Whether a line is what a text says of it.
    private static func fits(_ line: Substring, _ pattern: Substring) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }

    private static let texts = (try? FileManager.default.contentsOfDirectory(atPath: specification)) ?? []

    @Test(arguments: texts.filter { $0.hasSuffix(".md") }.sorted())
    func commandsPrintWhatTheTextSays(_ name: String) async throws {
        let exchanges = try Self.exchanges(in: name)
        if name == "provider.md" { #expect(exchanges.count > 8) }
        if exchanges.isEmpty { return }
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let programs = bus.folder + "/bin"
        var variables = ["PATH": programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")]
        if name == "provider.md" {
            variables["PYTHONPATH"] = ConformanceRun.root + "/data/python"
        }
        let center = try await bus.start([try Programs.path("todayd")], with: variables)
        let observer = try await bus.connect()
        _ = try await observer.waitForOwner(of: TodayBus.name, timeout: .seconds(20))
        if name == "provider.md" {
            let added = try await observer.signals(
                matching: MatchRule(sender: TodayBus.name, member: "InterfacesAdded"))
            try Self.installWidget(programs: programs, manifests: bus.folder + "/data/todaycenter/widgets")
            for await _ in added { break }
        }
        let mark = "--- end of a command ---"
        let script = exchanges.map { "{ \($0.command)\n} 2>&1; echo '\(mark)'\n" }.joined()
        let shell = try await bus.start(["bash", "-c", script], with: variables).finished(within: .seconds(120))
        let outputs = shell.output.components(separatedBy: mark + "\n").dropLast()
        #expect(outputs.count == exchanges.count, "\(shell)")
        for (exchange, output) in zip(exchanges, outputs) {
            let lines = output.split(separator: "\n")
            #expect(
                lines.count == exchange.output.count && zip(lines, exchange.output).allSatisfy(Self.fits),
                "\(exchange.command)\n\(output)")
        }
        center.signal(15)
        _ = try await center.finished()
    }

    /// Installs the widget of the Python guide. It isn't arranged: the center makes no first update by itself, and the
    /// call in the text finds new data.
    private static func installWidget(programs: String, manifests: String) throws {
        for (kind, folder, file) in [
            ("python", programs, "countdown.py"), ("ini", manifests, "org.example.Countdown.widget"),
        ] {
            var lines = try #require(try blocks(kind, in: "../docs/widget-python.md").first)
            if kind == "ini" {
                let group = lines.firstIndex(of: "[Widget]")
                lines.insert("Arranged=false", at: try #require(group) + 1)
            }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/" + file
            try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
    }
}
