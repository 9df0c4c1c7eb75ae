internal import ArgumentParser
internal import Glibc
internal import TodayHost
internal import TodayPlatform
internal import TodayModel
internal import TodayScripts

/// `todayctl script import`.
struct ImportScripts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports the custom modules of a Waybar configuration.",
        discussion: """
            Each module custom/NAME becomes a script in ~/.config/todaycenter/scripts. Without a path, the command \
            reads ~/.config/waybar/config or config.jsonc. It prints each script that it creates, and each member that \
            has no effect in Today. If a script already exists, the command keeps it and exits with 1, unless you use \
            --force.

            EXAMPLES
              todayctl script import waybar --dry-run
              todayctl script import waybar ~/.config/waybar/config
            """)

    /// The program whose configuration is read.
    enum Source: String, CaseIterable, ExpressibleByArgument { case waybar }

    @ArgumentParser.Argument(help: "The format: waybar.")
    var source: Source

    @ArgumentParser.Argument(help: ArgumentHelp("The configuration file.", valueName: "path"), completion: .file())
    var path: String?

    @Flag(help: "Replace existing scripts.")
    var force = false

    @Flag(help: "Print the changes without making them.")
    var dryRun = false

    func run() throws {
        let path = try path ?? Self.standardPath()
        let text = try InputText.file(path)
        let configuration: WaybarConfiguration
        do { configuration = try WaybarConfiguration(text) } catch {
            throw CommandFailure(.failed, "\(path): \(error)")
        }
        let folder = try ScriptFolder()
        var areWritten = true
        for script in configuration.scripts {
            do {
                guard let name = ScriptFileName(script.file) else { continue }
                if dryRun {
                    try folder.checkRoom(for: name, force: force)
                } else {
                    try folder.write(script.text, to: name, force: force)
                }
                try Output.standard.print("custom/\(script.name): \(script.file)".printable)
            } catch let failure as CommandFailure {
                try Output.report(failure.message)
                areWritten = false
            }
            for note in script.notes { try Output.standard.print("  \(note)".printable) }
        }
        for note in configuration.notes { try Output.standard.print("\(note)".printable) }
        if configuration.scripts.isEmpty {
            throw CommandFailure(.failed, "\(path): no module custom/NAME found")
        }
        if !areWritten { throw CommandFailure(.failed, "") }
    }

    private static func standardPath() throws -> String {
        let names = ["config", "config.jsonc"]
        guard let folder = UserFolders.config().map({ $0 + "/waybar/" }) else {
            throw CommandFailure(.failed, "HOME isn't set; give the path of the configuration")
        }
        guard let name = names.first(where: { access(folder + $0, F_OK) == 0 }) else {
            throw CommandFailure(
                .failed, "file not found: \(names.map { folder + $0 }.joined(separator: ", ")); give the path")
        }
        return folder + name
    }
}
