internal import ArgumentParser
internal import DBus
internal import TodayManifests
internal import TodayModel

/// `todayctl serve`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Provides a widget with shell commands.",
        discussion: """
            --on-update runs with sh -c whenever the widget is due. It prints the content: a tree in its JSON form, \
            or text; nothing if nothing is new; or an object with keys of the method UpdateWidget, such as \
            {"Content": "...", "NextUpdate": 0}. With exit status 0, the output is shown. With any other status, the \
            update fails, and standard error is the reason. --on-settings runs instead after settings of the widget \
            have changed. --on-action runs when the user taps a node with an action, or sets the value of a toggle, \
            checkbox, slider or entry. It prints the new content, or nothing.

            Each command has these variables in its environment:
            \(ServedContext.variables.map { "  \($0.name)\n    \($0.meaning)" }.joined(separator: "\n"))

            The command runs until Ctrl-C, SIGTERM or the center ends it, and exits with 0. It registers the widget \
            again if the center restarts. If a widget is installed with its own program, that program keeps it, unless \
            you use --replace. A shell command that takes longer than --timeout is ended, with all processes that it \
            has started. The widget stays, with its content, until 'todayctl unregister'. Instances and settings need \
            a manifest. As the Exec of an installed manifest, the command starts when the widget is due, and ends when \
            it is no longer needed.

            EXAMPLES
              todayctl serve org.example.Load --update-interval 1min --on-update uptime
              todayctl serve org.example.Disk --name Disk --on-update 'df -h / | tail -n 1'
              todayctl serve --manifest org.example.Radio.widget --on-update ./show \\
                --on-action './play "$TODAYCENTER_ACTION" && ./show'
            """)

    @OptionGroup var definition: DefinitionOptions

    @Option(
        help: ArgumentHelp("The command that prints the content when the widget is due.", valueName: "command"),
        completion: .shellCommand("compgen -c"))
    var onUpdate: String

    @Option(
        help: ArgumentHelp("The command that prints the content after settings have changed.", valueName: "command"))
    var onSettings: String?

    @Option(help: ArgumentHelp("The command to run on a tap.", valueName: "command"))
    var onAction: String?

    @Option(help: ArgumentHelp("The command to run when the display mode changes.", valueName: "command"))
    var onMode: String?

    @Option(help: ArgumentHelp("The command to run when a panel starts to show the widget.", valueName: "command"))
    var onAppear: String?

    @Option(help: ArgumentHelp("The command to run when no panel shows the widget any longer.", valueName: "command"))
    var onDisappear: String?

    @Option(help: ArgumentHelp("The time limit of a command, up to 17s.", valueName: "time"))
    var timeout = "17s"

    @Flag(help: "Keep it only while this command runs.")
    var transient = false

    @Flag(help: "Replace the program of an installed widget.")
    var replace = false

    @OptionGroup(title: "Changes") var changes: ChangeOptions

    /// The longest time for a command, in seconds. The center's own wait includes the start and the answer, so this is
    /// shorter.
    private static let longest = 17

    func validate() throws {
        do throws(Fault) {
            _ = try limit()
            if definition.manifest == nil { _ = try WidgetDefinition(try options()) }
        } catch { throw ValidationError("\(error)") }
    }

    func run() async throws {
        var (identifier, values) = try definition.written()
        values.merge(try options()) { $1 }
        let commands = ServingCommands(
            update: onUpdate, settings: onSettings, action: onAction, mode: onMode, appear: onAppear,
            disappear: onDisappear, limit: try limit())
        let ending = Ending()
        ending.endOnSignal()
        try await WidgetServer(identifier, values, commands, ending, replaces: replace).run()
    }

    private func limit() throws(Fault) -> Int {
        let key = "UpdateInterval"
        let values = VardictReader([key: try Manifest.value(of: key, written: timeout)])
        let seconds = try values.integer(key, in: 0...UInt32.max) ?? 0
        guard (1...UInt32(Self.longest)).contains(seconds) else {
            throw Fault(message: "--timeout: \(timeout.excerpt) is outside 1s…\(Self.longest)s")
        }
        return Int(seconds)
    }

    private func options() throws(Fault) -> [String: DBusValue] {
        var values = try definition.options()
        if transient { values["Transient"] = true }
        for (key, value) in try changes.dictionary() { values[key] = value }
        return values
    }
}
