import ArgumentParser
import DBusTesting
import Foundation
import Testing
import TodayModel

@testable import TodayCommands

/// Completions match the commands. `UPDATE_DATA=1` writes the completions again.
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

    /// If help or output can't be written, none of the programs exits with success.
    @Test(arguments: [
        ["todayd", "--help"], ["todayd", "--version"], ["todayctl", "--help"], ["used-space-widget", "--help"],
        ["used-space-widget", "--print"], ["tea-time-widget", "--json"],
        ["shared-list", "--help"], ["simple-timer", "--help"], ["dbus-codegen", "--help"],
        ["dbus-codegen", "--version"],
    ])
    func whatCannotBeWrittenIsNoSuccess(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: try Programs.path(command[0]))
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

    private static var versioned: [String] {
        #if Panel
            ["todayd", "todayctl", "shared-list", "simple-timer", "dbus-codegen", "today-panel"]
        #else
            ["todayd", "todayctl", "shared-list", "simple-timer", "dbus-codegen"]
        #endif
    }

    /// Returns the exit status and the output of a program.
    private static func run(_ name: String, _ argument: String) throws -> (status: Int32, output: String, error: String)
    {
        let process = Process()
        process.executableURL = URL(filePath: try Programs.path(name))
        process.arguments = [argument]
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        try process.run()
        let texts = [output, error].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }

    @Test(arguments: versioned) func allProgramsTellTheirVersionsAlike(_ name: String) throws {
        #expect(try Self.run(name, "--version") == (0, "\(name) \(TodayVersion.string)\n", ""))
    }

    /// There is one text about the usage of each app.
    @Test(arguments: ["shared-list", "simple-timer"]) func aWrongOptionIsAnsweredWithTheUsage(_ name: String) throws {
        let help = try Self.run(name, "--help").output
        let wrong = try Self.run(name, "--foo")
        #expect(wrong == (64, "", "\(name): unknown option \"--foo\"\n\(help)"))
    }

    /// The options in `dbus-codegen --help` are those in the completions and in the manual page.
    @Test(arguments: [
        "completions/dbus-codegen.bash", "completions/_dbus-codegen", "completions/dbus-codegen.fish",
        "man/dbus-codegen.1",
    ])
    func filesOfTheCodeGeneratorAreCurrent(_ name: String) throws {
        let help = try Self.run("dbus-codegen", "--help").output
        let options = Set(help.matches(of: /\n  (?:-[a-z], )?--([a-z-]+)/).map { String($0.1) })
        #expect(options.isSuperset(of: ["client", "service", "struct", "output", "version", "help"]))
        let file = Repository.root.appending(path: "data/" + name)
        let text = try String(contentsOf: file, encoding: .utf8).replacing("\\-", with: "-")
        let told = Set(text.matches(of: /(?:--|-l )([a-z][a-z-]*)/).map { String($0.1) })
        #expect(told == options.union(["session", "system"]), "\(name)")
    }

    #if Panel
        /// The options in `today-panel --help` are those in the completions.
        @Test(arguments: ["today-panel.bash", "_today-panel", "today-panel.fish"])
        func completionsOfThePanelAreCurrent(_ name: String) throws {
            let process = Process()
            process.executableURL = URL(filePath: try Programs.path("today-panel"))
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
