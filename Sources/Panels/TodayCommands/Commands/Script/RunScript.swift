internal import ArgumentParser
internal import TodayScriptHost
internal import TodayHost
internal import TodayModel
internal import TodayScripts

/// `todayctl script run`.
struct RunScript: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a script and shows its widget in the terminal.",
        discussion: """
            The command shows the widget expanded, as 'todayctl today' does. If the script streams its output, the \
            command shows the first update. It exits with 1 if the run fails. With --watch, it runs the script again \
            at its interval and when its file changes; a streaming script keeps running. Press q or Ctrl-C to quit.

            EXAMPLES
              todayctl script run cpu.10s.sh
              todayctl script run --watch cpu.10s.sh
            """)

    @Flag(help: "Run the script again at its interval and when its file changes.")
    var watch = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The script: a path, or the name of an added script.", valueName: "file"),
        completion: .file())
    var file: String

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        let session = try ScriptSession(try ScriptFolder.script(at: file))
        if watch {
            ending.endWhenReaderCloses(of: .standard)
            let (views, runs) = session.views()
            let display = LiveDisplay(
                views: views, ending: ending, output: .standard, title: session.script.name.file)
            let outcome = await Task { try await display.run() }.result
            runs.cancel()
            await runs.value
            try outcome.get()
            return try ending.check()
        }
        let widget = try await ending.running { await session.once() }
        try ending.check()
        if ending.hasEnded { return }
        try Output.standard.print(TodayView(showing: widget).styledText(for: .standard))
        if widget.lastResult == .failed { throw CommandFailure(.failed, "") }
    }
}
