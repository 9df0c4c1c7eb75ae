internal import ArgumentParser
internal import TodayScriptHost
internal import TodayModel
internal import TodayScripts

/// `todayctl script check`.
struct CheckScript: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks scripts and prints what they would show.",
        discussion: """
            The command runs each script once, as today-scripts does. If a script streams its output, the command \
            reads only the first update. It prints how the script starts, when it runs, and what its widget would \
            show, compact and expanded. It also prints a line for each key and value that has no effect, in the script \
            and in its output.

            Like today-scripts, the command doesn't run a script that other users can change, that isn't executable, \
            or whose interpreter isn't installed. If a script can't run or fails, the command exits with 1.

            --json prints an array of objects with File, Path, Identifier, Name, Runs, Format, Error (if the script \
            can't run or has failed), Content, Compact and Expanded (as text), and Findings. Findings is an array of \
            objects with Place (script or output), Line (if the finding is about one line) and Message.

            EXAMPLE
              todayctl script check ~/.config/argos/*
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The scripts: paths, or names of added scripts.", valueName: "file"),
        completion: .file())
    var files: [String]

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        var scripts: [ScriptFile] = []
        for file in files {
            do throws(CommandFailure) { scripts.append(try ScriptFolder.script(at: file)) } catch {
                try Output.report(error.message)
            }
        }
        let found = scripts
        let places = try ScriptPlaces.ofUser()
        let reports = try await ending.running {
            var reports: [ScriptReport] = []
            for script in found where !Task.isCancelled {
                reports.append(await ScriptReport(running: script, places))
            }
            return reports
        }
        try ending.check()
        if ending.hasEnded { return }
        if json {
            try Output.standard.print(JSON.array(reports.map(\.json)).pretty)
        } else if !reports.isEmpty {
            let text = reports.map { $0.lines(style: Style(for: .standard), width: Screen.width()) }
            try Output.standard.print(text.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))
        }
        if found.count < files.count || !reports.allSatisfy(\.check.isGood) { throw CommandFailure(.failed, "") }
    }
}
