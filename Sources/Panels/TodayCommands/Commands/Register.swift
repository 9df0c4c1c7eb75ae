internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl register`.
struct Register: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Registers or redefines a widget.",
        discussion: """
            Without --exec and --bus-name, the widget has no program, and scripts fill it with 'todayctl push'. It \
            stays until 'todayctl unregister', even if the center restarts. If you register it again, its definition \
            is replaced, and its position and content stay.

            With --exec, the center starts the program when the widget is due: from PATH, or from the current folder \
            if it is a path. It uses no shell, so ~ and $NAME aren't expanded. With --bus-name alone, the bus starts \
            the program. --manifest reads the keys of a manifest file; options override them. Without an identifier, \
            the name of the file gives it. Nothing is installed.

            With --transient, the widget exists only while this command runs, and the center doesn't store it. Ctrl-C \
            ends it.

            EXAMPLES
              todayctl register org.example.Note --name Note --icon accessories-text-editor
              todayctl register org.example.Disk --exec 'disk --all' --update-interval 5min
              todayctl register --manifest org.example.UsedSpace.widget
            """)

    @OptionGroup var definition: DefinitionOptions

    @Option(help: ArgumentHelp("The command line that starts its program.", valueName: "command"))
    var exec: String?

    @Option(help: ArgumentHelp("The bus name of its program. (default with --exec: the identifier)", valueName: "name"))
    var busName: String?

    @Option(help: ArgumentHelp("The object of its program. (default: the bus name as a path)", valueName: "path"))
    var objectPath: String?

    @Option(
        help: ArgumentHelp("The memory limit of its program, such as 32M. (default: 48M)", valueName: "size"))
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
