import ArgumentParser
import Foundation
import Testing

@testable import TodayConformance

/// The files that are installed beside the program match it. `UPDATE_DATA=1` writes the completions again.
@Suite struct ProgramFilesTests {
    private static let data = URL(filePath: ConformanceRun.root).appending(path: "data")

    @Test(arguments: [
        (CompletionShell.bash, "today-conformance.bash"), (.zsh, "_today-conformance"),
        (.fish, "today-conformance.fish"),
    ])
    func completionsAreCurrent(_ shell: CompletionShell, _ name: String) throws {
        let file = Self.data.appending(path: "completions/" + name)
        let script = ConformanceProgram.completionScript(for: shell) + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            try script.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == script)
    }

    @Test func theManualPageHasEveryRoleAndOption() throws {
        let page = try String(contentsOf: Self.data.appending(path: "man/today-conformance.1"), encoding: .utf8)
            .replacing("\\-", with: "-")
        for role in ConformanceProgram.configuration.subcommands {
            #expect(page.contains("\n.B today-conformance \(role._commandName)\n"), "\(role._commandName)")
            #expect(page.contains("\n.SS \(role._commandName)\n"), "\(role._commandName)")
            for match in ConformanceProgram.helpMessage(for: role).matches(of: /\n  (?:-[a-z], )?(--[a-z-]+)/) {
                #expect(page.contains(match.1), "\(match.1)")
            }
        }
    }
}
