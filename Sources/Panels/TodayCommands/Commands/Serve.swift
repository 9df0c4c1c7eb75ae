internal import ArgumentParser
internal import DBus
internal import TodayManifests
internal import TodayModel

/// `todayctl serve`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Provides a widget by commands of the shell.",
        discussion: """
            Whenever the widget is due, --on-update runs, by sh -c. What it prints is the content: a tree in its JSON form, \
            or else a text; nothing where nothing is new; or an object with the keys of the method UpdateWidget, such as \
            {"Content": "...", "NextUpdate": 0}. With exit status 0 that is shown; with another the update has failed, and \
            standard error says why. --on-settings runs in its place when settings of the widget have changed. \
            --on-action runs when the user taps a node with an action, or sets a value: of a toggle, checkbox, slider or \
            entry. It prints the new content, or nothing.

            Each command finds in its environment:
            \(ServedContext.variables.map { "  \($0.name)\n    \($0.meaning)" }.joined(separator: "\n"))

            It goes on until Ctrl-C, SIGTERM or the center ends it, with 0, and tells a center that was started anew of \
            the widget. A widget that is installed with a program of its own is left to that, unless --replace is \
            given. A command that takes longer than --timeout is ended, with all that it has started. The widget stays, \
            with its content, until 'todayctl unregister'. Instances and settings are in a manifest. As the Exec of \
            an installed manifest it is started when the widget is due, and ends when it is needed no more.

            EXAMPLES
              todayctl serve org.example.Load --update-interval 1min --on-update uptime
              todayctl serve org.example.Disk --name Disk --on-update 'df -h / | tail -n 1'
              todayctl serve --manifest org.example.Radio.widget --on-update ./show \\
                --on-action './play "$TODAYCENTER_ACTION" && ./show'
            """)

    @OptionGroup var definition: DefinitionOptions

    @Option(
        help: ArgumentHelp("What prints the content, and runs when it is due.", valueName: "command"),
        completion: .shellCommand("compgen -c"))
    var onUpdate: String

    @Option(help: ArgumentHelp("The same when settings have changed.", valueName: "command"))
    var onSettings: String?

    @Option(help: ArgumentHelp("What a tap runs.", valueName: "command"))
    var onAction: String?

    @Option(help: ArgumentHelp("What runs when it is shown compact or expanded.", valueName: "command"))
    var onMode: String?

    @Option(help: ArgumentHelp("What runs when a panel begins to show it.", valueName: "command"))
    var onAppear: String?

    @Option(help: ArgumentHelp("What runs when no panel shows it any more.", valueName: "command"))
    var onDisappear: String?

    @Option(help: ArgumentHelp("How long a command may take, up to 17s.", valueName: "time"))
    var timeout = "17s"

    @Flag(help: "Keep it only while this command runs.")
    var transient = false

    @Flag(help: "Provide a widget that is installed in the place of its own program.")
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
