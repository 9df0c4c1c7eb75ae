import Foundation
import Testing
import TodayModel

@testable import TodayScripts

/// The tables of todaycenter-scripts(5) match the code. After a change, run the tests once with `UPDATE_DATA=1` to
/// write them again.
@Suite struct ScriptManualTests {
    private static let data = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "data")

    private static let tables: [(mark: String, text: String)] = [
        ("formats", table(ScriptFormat.allCases.map { ($0.rawValue, nil, $0.summary) })),
        (
            "keys",
            table(
                MenuKey.all.map { key in
                    (
                        key.name,
                        "\(key.type); \(MenuKey.Family.allCases.filter(key.families.contains).map(\.rawValue).joined(separator: ", "))",
                        key.meaning
                    )
                })
        ),
        ("headers", table(HeaderKey.all.map { ($0.title, $0.isUsed ? nil : "ignored", $0.meaning) })),
        ("members", table(WaybarModule.keys.map { ($0.name, $0.use == .nothing ? "ignored" : nil, $0.meaning) })),
        ("variables", table(ScriptEnvironment.variables.map { ($0.name, nil, $0.meaning) })),
    ]

    private static func table(_ rows: [(name: String, note: String?, meaning: String)]) -> String {
        rows.map { row in
            let title = row.note.map { ".BR \(roff(row.name)) \" (\(roff($0)))\"" } ?? ".B \(roff(row.name))"
            return ".TP\n\(title)\n\(paragraph(row.meaning))\n"
        }.joined()
    }

    /// A text in which names stand in backticks, in lines of a page.
    private static func paragraph(_ text: String) -> String {
        var lines: [String] = [""]
        var isName = false
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "`", omittingEmptySubsequences: false)
            var shown = roff(String(parts[0]))
            for part in parts.dropFirst() {
                isName.toggle()
                shown += (isName ? "\\fB" : "\\fP") + roff(String(part))
            }
            if lines[lines.count - 1].count + shown.count > 78 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + shown
        }
        return lines.joined(separator: "\n")
    }

    private static func roff(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
            .replacing("'", with: "\\(aq")
    }

    @Test func thePageHasTheTablesOfTheCode() throws {
        let file = Self.data.appending(path: "man/todaycenter-scripts.5")
        var page = try String(contentsOf: file, encoding: .utf8)
        let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil
        for (mark, table) in Self.tables {
            let start = try #require(page.range(of: ".\\\" \(mark), from the code\n")).upperBound
            let end = try #require(page.range(of: ".\\\" end of \(mark)\n")).lowerBound
            if isUpdating {
                page.replaceSubrange(start..<end, with: table)
            } else {
                #expect(page[start..<end] == table)
            }
        }
        if isUpdating { try page.write(to: file, atomically: true, encoding: .utf8) }
    }

    /// The output and the headers of the examples have no fault.
    @Test(arguments: [
        (
            "disk.5m.sh",
            "Disk: 7%\n---\n/: /dev/vda | color=green badge=7%\n---\nMore\n--Home folder | href=file:///home",
            ScriptFormat.xbar
        ),
        ("load.10s.py", #"{"kind": "column", "children": [{"kind": "text", "text": "Load: 1"}]}"#, .today),
        (
            "tasks.1h.py", #"{"kind": "checkbox", "label": "Milk", "value": false, "action": "done Milk"}"#, .today
        ),
        ("clock.sh", #"{"text": "12:00", "tooltip": "Sunday", "class": "active"}"#, .waybar),
    ])
    func anExample(_ file: String, _ printed: String, _ format: ScriptFormat) throws {
        let text = try Data(contentsOf: Self.data.appending(path: "examples/scripts/\(file)"))
        let header = ScriptHeader(reading: Array(text))
        let name = try #require(ScriptFileName(file))
        #expect(header.notes.isEmpty && header.title != nil && header.shebang.program != nil)
        #expect(header.isStream == (file == "clock.sh") && (name.interval == nil) == header.isStream)
        let output = ScriptOutput(reading: Array(printed.utf8), header: header)
        #expect(output.format == format && output.notes.isEmpty && output.failure == nil)
        #expect(ScriptView(output, name: "Test").hasContent)
    }
}
