internal import ArgumentParser
internal import DBus
internal import TodayManifests
internal import TodayModel

/// `todayctl serve`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Provides a widget with shell commands.",
        discussion: """
            --on-update runs with sh -c when an update of the widget is due. The command prints one of these:
              - content: JSON as in todaycenter-content(7), or text
              - nothing, if nothing is new
              - an object with keys of the method UpdateWidget in todaycenter-bus(7), such
                as {"Content": "...", "NextUpdate": 0}

            If the command exits with 0, the widget shows the output. With any other status, the update fails, and the \
            output on standard error becomes the error of the widget.

            After settings of the widget have changed, --on-settings runs instead. --on-action runs when the user taps \
            a node (a part of the content) with an action, or sets the value of a toggle, checkbox, slider or entry. \
            It prints the new content, or nothing. If a command takes longer than --timeout, 'todayctl serve' ends it \
            and all processes that it started.

            The environment of each command has these variables:
            \(ServedContext.variables.map { "  \($0.name)\n    \($0.meaning)" }.joined(separator: "\n"))

            'todayctl serve' runs until Ctrl-C, SIGTERM or the center ends it, and exits with 0. It registers the \
            widget again if the center restarts. The widget stays, with its content, until 'todayctl unregister'. \
            Copies and settings need a manifest. If the widget is installed with its own program, that program \
            provides the widget, unless you use --replace. 'todayctl serve' can also be the Exec of an installed \
            manifest. Then the center starts it when the widget is due, and ends it when it is no longer needed.

            EXAMPLES
              todayctl serve org.example.Load --update-interval 1min --on-update uptime
              todayctl serve org.example.Disk --name Disk --on-update 'df -h / | tail -n 1'
              todayctl serve --manifest org.example.Radio.widget --on-update ./show \\
                --on-action './play "$TODAYCENTER_ACTION" && ./show'
            """)

    @OptionGroup var definition: DefinitionOptions

    @Option(
        help: ArgumentHelp("Run this command when an update of the widget is due.", valueName: "command"),
        completion: .shellCommand("compgen -c"))
    var onUpdate: String

    @Option(
        help: ArgumentHelp(
            "Run this command, instead of --on-update, after settings have changed.", valueName: "command"))
    var onSettings: String?

    @Option(
        help: ArgumentHelp(
            "Run this command when the user taps a node with an action or sets a value.", valueName: "command"))
    var onAction: String?

    @Option(help: ArgumentHelp("Run this command when the display mode changes.", valueName: "command"))
    var onMode: String?

    @Option(help: ArgumentHelp("Run this command when a panel starts to show the widget.", valueName: "command"))
    var onAppear: String?

    @Option(help: ArgumentHelp("Run this command when no panel shows the widget any longer.", valueName: "command"))
    var onDisappear: String?

    @Option(help: ArgumentHelp("Set the time limit of a command, up to 17s.", valueName: "time"))
    var timeout = "17s"

    @Flag(help: "Keep the widget only while this command runs.")
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
