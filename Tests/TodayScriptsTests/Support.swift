import DBus
import TodayModel
import Testing

@testable import TodayScripts

/// What a script prints, read.
func output(_ printed: String, header: String = "", exitCode: Int32 = 0) -> ScriptOutput {
    ScriptOutput(reading: Array(printed.utf8), header: ScriptHeader(reading: Array(header.utf8)), exitCode: exitCode)
}

/// The widget of what a script prints, which has to be valid.
func view(_ printed: String, header: String = "", exitCode: Int32 = 0) throws -> ScriptView {
    let view = ScriptView(output(printed, header: header, exitCode: exitCode), name: "Test")
    #expect(try view.content.validated() == view.content)
    return view
}

/// A menu with one row below its header, and that row as JSON.
func row(_ line: String) throws -> String {
    let content = try view("Header\n---\n\(line)").content
    let rows = content.children.dropFirst(2)
    return rows.map { $0.json() }.joined(separator: "\n")
}
