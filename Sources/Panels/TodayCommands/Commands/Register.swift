internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl register`.
struct Register: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds a widget, or redefines it.",
        discussion: """
            Without --exec and --bus-name it has no program of its own, and scripts fill it with 'todayctl push'. It \
            stays until 'todayctl unregister', also when the center restarts. Registering it again replaces what it \
            is, and keeps its place and content.

            With --exec the center starts the program when the widget is to be updated, from PATH, or from here where a \
            path is given; there is no shell, so ~ and $NAME are none of their own. With --bus-name alone the bus \
            does. --manifest takes the keys of a manifest file, which options override, and the identifier from its \
            name if none is given; nothing is installed.

            With --transient the widget is there as long as this command runs, and nothing of it is kept; Ctrl-C ends \
            it.

            EXAMPLES
              todayctl register org.example.Note --name Note --icon accessories-text-editor
              todayctl register org.example.Disk --exec 'disk --all' --update-interval 5min
              todayctl register --manifest org.example.UsedSpace.widget
            """)

    @OptionGroup var definition: DefinitionOptions

    @Option(help: ArgumentHelp("The command line that the center starts its program with.", valueName: "command"))
    var exec: String?

    @Option(help: ArgumentHelp("The bus name of its program; the identifier with --exec.", valueName: "name"))
    var busName: String?

    @Option(help: ArgumentHelp("The object of its program; the bus name as a path.", valueName: "path"))
    var objectPath: String?

    @Option(
        help: ArgumentHelp("How much memory its program may use, such as 32M. (default: 48M)", valueName: "size"))
    var memoryMax: String?

    @Option(help: ArgumentHelp("Its first content: JSON, @FILE, or - for standard input.", valueName: "json"))
    var content: String?

    @Flag(help: "Keep it only while this command runs.")
    var transient = false

    @OptionGroup(title: "Changes") var changes: ChangeOptions

    func validate() throws {
        if objectPath != nil, busName == nil, exec == nil, definition.manifest == nil {
            throw ValidationError("--object-path needs --exec or --bus-name")
        }
        do throws(Fault) {
            let values = try options()
            // With a manifest, the center checks both together.
            if definition.manifest == nil { _ = try WidgetDefinition(values) }
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() async throws {
        let (identifier, values) = try allValues()
        if case .string(let text)? = values["Content"] {
            try ContentCheck.warn(Content.findings(json: text).map { $0.below("Content") })
            if values["Exec"] == nil, values["BusName"] == nil {
                try ContentCheck.warn(ContentCheck.unansweredActions(values))
            }
        }
        let center = CenterClient(try await Connection.open(.session))
        if !transient {
            try await center.registerWidget(identifier, values)
            return await center.warnOfStateTrouble()
        }
        let ending = Ending()
        ending.endOnSignal()
        await center.connection.onClose { _ in
            ending.end(.failure(CommandFailure(.unavailable, "lost the connection to the session bus")))
        }
        try await center.registerWidget(identifier, values)
        let owners = try await center.connection.watchOwner(of: TodayBus.name) { owner in
            // The next center doesn't know the widget.
            if owner == nil { ending.end(.failure(.noCenter("the center went, and the widget with it"))) }
        }
        try await ending.running { for await _ in AsyncStream.makeStream(of: Void.self).stream {} }
        await center.connection.cancel(owners)
        try ending.check()
    }

    private func allValues() throws -> (WidgetIdentifier, [String: DBusValue]) {
        var (identifier, values) = try definition.written()
        values.merge(try options()) { $1 }
        if let content { values["Content"] = .string(try InputText.read(content)) }
        return (identifier, values)
    }

    /// Returns the keys that are given as options, except the content.
    private func options() throws(Fault) -> [String: DBusValue] {
        let command: String? = if let exec { try ExecText.line(exec, from: ExecText.currentFolder) } else { nil }
        let texts = ["Exec": command, "BusName": busName, "ObjectPath": objectPath, "MemoryMax": memoryMax]
        var values = try definition.options()
        for (key, value) in try DefinitionOptions.values(of: texts) { values[key] = value }
        if transient { values["Transient"] = true }
        for (key, value) in try changes.dictionary() { values[key] = value }
        return values
    }
}
