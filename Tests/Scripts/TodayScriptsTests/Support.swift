import DBus
import Testing
import TodayModel

@testable import TodayScripts

/// Returns the parsed output of a script.
func output(_ printed: String, header: String = "", exitCode: Int32 = 0) -> ScriptOutput {
    ScriptOutput(reading: Array(printed.utf8), header: script(header), exitCode: exitCode)
}

/// Returns the parsed header of a script.
func script(_ text: String) -> ScriptHeader { ScriptHeader(reading: Array(text.utf8)) }

/// The widget of what a script prints, which has to be valid.
func view(_ printed: String, header: String = "", exitCode: Int32 = 0) throws -> ScriptView {
    let view = ScriptView(output(printed, header: header, exitCode: exitCode), name: "Test")
    #expect(try view.content.validated() == view.content)
    return view
}

/// Returns the lines that a panel with 60 cells shows.
func shown(_ printed: String, header: String = "", mode: DisplayMode = .expanded) throws -> [String] {
    try view(printed, header: header).content.plainText(.init(now: .never, displayMode: mode, width: 60))
        .split(separator: "\n").map(String.init)
}

/// The JSON of the rows that lines of a menu give, below a header.
func rows(_ lines: String) throws -> [String] {
    try view("Header\n---\n\(lines)").content.children.dropFirst(2).map { row in
        var row = row
        row.attributes["modes"] = nil
        return row.json()
    }
}

/// The one row of the body of a menu.
func row(_ line: String) throws -> ScriptRow {
    let body = output("Header\n---\n\(line)").body
    return try #require(body.count == 1 ? body.first : nil)
}

/// Returns the notes about the lines of a menu's body.
func notes(_ lines: String) -> [String] { output("Header\n---\n\(lines)").notes.map(\.description) }

/// A PNG of one pixel, in base64.
let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="
