import ArgumentParser
import Foundation
import Testing

@testable import TodayCommands

/// Completions agree with the commands. `UPDATE_DATA=1` writes the completions anew.
@Suite struct CommandLineFilesTests {
    @Test(arguments: [(CompletionShell.bash, "todayctl.bash"), (.zsh, "_todayctl"), (.fish, "todayctl.fish")])
    func completionsAreCurrent(_ shell: CompletionShell, _ name: String) throws {
        let file = Repository.root.appending(path: "data/completions/" + name)
        let script = TodayControl.completionScript(for: shell) + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            try script.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == script)
    }
}
