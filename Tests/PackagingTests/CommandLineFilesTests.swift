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

    /// Help and output that cannot be written are no success, in any of the programs.
    @Test(arguments: [
        ["todayd", "--help"], ["todayd", "--version"], ["todayctl", "--help"], ["used-space-widget", "--help"],
        ["used-space-widget", "--print"], ["tea-time-widget", "--json"],
        ["shared-list", "--help"], ["simple-timer", "--help"],
    ])
    func whatCannotBeWrittenIsNoSuccess(_ command: [String]) throws {
        let process = Process()
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let errors = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(errors == "\(command[0]): cannot write: No space left on device\n")
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
