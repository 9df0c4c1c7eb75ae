import ArgumentParser
import Foundation
import Testing

@testable import TodayCommands

/// Completions agree with the commands. `UPDATE_DATA=1` writes the completions anew.
@Suite struct CommandLineFilesTests {
    @Test(arguments: [(CompletionShell.bash, "todayctl.bash"), (.zsh, "_todayctl"), (.fish, "todayctl.fish")])
    func completionsAreCurrent(_ shell: CompletionShell, _ name: String) throws {
        let file = Repository.root.appending(path: "data/completions/" + name)
        let script = TodayControl.installedCompletions(for: shell) + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            try script.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == script)
    }

    #if Panel
        /// What `today-panel --help` tells of is completed, and nothing else.
        @Test(arguments: ["today-panel.bash", "_today-panel", "today-panel.fish"])
        func completionsOfThePanelAreCurrent(_ name: String) throws {
            let process = Process()
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "today-panel")
            process.arguments = ["--help"]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let help = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            let options = Set(help.matches(of: /\n  (?:-[a-z], )?--([a-z-]+)/).map { String($0.1) })
            #expect(options.isSuperset(of: ["show", "hide", "version", "help"]))
            let file = Repository.root.appending(path: "data/completions/" + name)
            let text = try String(contentsOf: file, encoding: .utf8)
            let completed = Set(text.matches(of: /(?:--|-l )([a-z][a-z-]*)/).map { String($0.1) })
            #expect(completed == options, "\(name)")
        }
    #endif
}
