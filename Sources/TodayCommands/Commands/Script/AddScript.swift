internal import ArgumentParser
internal import ScriptRuns
internal import TodayModel
internal import TodayScripts

/// `todayctl script add`.
struct AddScript: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Makes scripts from elsewhere widgets.",
        discussion: """
            Each is linked into ~/.config/todaycenter/scripts, so that changes to it count at once; with --copy it is \
            copied. What today-scripts would not run is refused, with the reason, and so is a script with the name \
            of one that is there: the part before the first dot. The others are added all the same.

            EXAMPLES
              todayctl script add ~/.config/argos/cpu.10s.sh
              todayctl script add --copy ~/Downloads/weather.1h.py
            """)

    @Flag(help: "Copy the scripts; by default they are linked.")
    var copy = false

    @ArgumentParser.Argument(help: ArgumentHelp("The scripts.", valueName: "path"), completion: .file())
    var paths: [String]

    func run() throws {
        let folder = try ScriptFolder()
        var areAdded = true
        for path in paths {
            do {
                let script = try copy ? folder.copy(path) : folder.link(path)
                try Output.standard.print(
                    "\(script.name.file): \(script.name.widgetIdentifier?.rawValue ?? ""), \(script.schedule)".printable
                )
            } catch let failure as CommandFailure {
                try Output.report(failure.message)
                areAdded = false
            }
        }
        if !areAdded { throw CommandFailure(.failed, "") }
    }
}
