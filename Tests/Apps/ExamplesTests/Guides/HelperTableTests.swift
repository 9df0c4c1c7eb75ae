import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import TodayModel

/// The tables of helpers in the guides have every kind with its attributes, and their examples make content without a warning.
@Suite struct HelperTableTests {
    /// The rows of the table of helpers: a helper, its attributes and an example, without backticks.
    private static func rows(_ guide: String) throws -> [[String]] {
        let lines = try Checkout.text("docs/\(guide).md").split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "| helper | attributes | example |"))
        return lines[(start + 2)...].prefix { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ").filter { $0 != "`" } }
        }
    }

    private static func expect(_ rows: [[String]], _ name: (String) -> String, _ run: ToolRun.Output) throws {
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        #expect(
            rows.map { $0[1] }
                == ContentSchema.kinds.map { $0.attributes.map { name($0.name.rawValue) }.joined(separator: ", ") })
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(try lines.map { try Content.parse(json: $0).kind } == ContentSchema.kinds.map(\.kind.rawValue))
        for line in lines { #expect(Content.findings(json: line).map(\.fault.description) == [], "\(line)") }
    }

    @Test func helpersOfPython() async throws {
        let rows = try Self.rows("python-api")
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let script =
            (["import datetime", "import todaycenter as today"] + rows.map { "print(today.to_json(\($0[2])))" })
            .joined(separator: "\n")
        let run = try await bus.run(Language.python.command(try Language.python.install("table.py", script, on: bus)))
        try Self.expect(rows, { $0.replacing("-", with: "_") }, run)
    }

    @Test(.enabled(if: Language.hasJavaScript, Language.noJavaScript)) func helpersOfJavaScript() async throws {
        let rows = try Self.rows("javascript-api")
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let kinds = ContentSchema.kinds.map(\.kind.rawValue).joined(separator: ", ")
        let script = (["import {toJSON, \(kinds)} from './todaycenter.js';"] + rows.map { "print(toJSON(\($0[2])));" })
            .joined(separator: "\n")
        let path = try Language.javaScript.install("table.js", script, on: bus)
        let camelCase: (String) -> String = { name in
            let words = name.split(separator: "-").map(String.init)
            return words[0] + words.dropFirst().map(\.capitalized).joined()
        }
        try Self.expect(rows, camelCase, try await bus.run(Language.javaScript.command(path)))
    }
}
