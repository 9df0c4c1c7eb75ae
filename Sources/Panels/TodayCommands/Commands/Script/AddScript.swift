internal import ArgumentParser
internal import TodayHost
internal import TodayScriptHost
internal import TodayModel
internal import TodayScripts

/// `todayctl script add`.
struct AddScript: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds scripts as widgets.",
        discussion: """
            The command links each script into ~/.config/todaycenter/scripts, so that changes to the script take \
            effect at once. With --copy, it copies the script instead. The command refuses a script if today-scripts \
            couldn't run it, or if another script has the same name before the first dot. It prints the reason and \
            adds the other scripts.

            EXAMPLES
              todayctl script add ~/.config/argos/cpu.10s.sh
              todayctl script add --copy ~/Downloads/weather.1h.py
            """)

    @Flag(help: "Copy the scripts instead of linking them.")
    var copy = false

    @ArgumentParser.Argument(help: ArgumentHelp("The scripts to add.", valueName: "path"), completion: .file())
    var paths: [String]

    func run() async throws {
        let folder = try ScriptFolder()
        var (isAny, areAdded) = (false, true)
        for path in paths {
            do {
                let script = try copy ? folder.copy(path) : folder.link(path)
                try Output.standard.print(
                    "\(script.name.file): \(script.name.widgetIdentifier?.rawValue ?? ""), \(script.schedule)".printable
                )
                isAny = true
            } catch let failure as CommandFailure {
                try Output.report(failure.message)
                areAdded = false
            }
        }
        if isAny, await !TodayBus.scriptsName.isStarted() {
            try Output.report(
                "today-scripts isn't running, so panels don't show the scripts yet; to start it, run 'today-scripts'")
        }
        if !areAdded { throw CommandFailure(.failed, "") }
    }
}
