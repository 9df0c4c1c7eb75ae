internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl register`.
struct Register: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Registers or redefines a widget.",
        discussion: """
            The widget stays until 'todayctl unregister', even if the center restarts. If you register it again, the \
            new definition replaces the old one; the position and the content stay. With --transient, the widget \
            exists only while this command runs, and the center doesn't store it. Ctrl-C ends it.

            Without --exec and --bus-name, the widget has no program, and scripts fill it with 'todayctl push'. With \
            --exec, the center starts a program when an update is due. It finds the program in PATH or, if you give a \
            relative path, from the current folder. With --host, the program belongs to the other machine, and a path must \
            be absolute. It doesn't use a shell, so ~ and $NAME aren't expanded. With \
            --bus-name alone, the bus starts the program.

            --manifest reads the keys from a manifest (see todaycenter-widget(5)). Other options override these keys. \
            If you give no identifier, the command takes it from the name of the file. The command doesn't install the \
            manifest.

            EXAMPLES
              todayctl register org.example.Note --name Note --icon accessories-text-editor
              todayctl register org.example.Disk --exec 'disk --all' --update-interval 5min
              todayctl register --manifest org.example.UsedSpace.widget
            """)

    @OptionGroup var definition: DefinitionOptions

    @Option(help: ArgumentHelp("Set the command line that starts the program.", valueName: "command"))
    var exec: String?

    @Option(
        help: ArgumentHelp("Set the bus name of the program. (default with --exec: the identifier)", valueName: "name"))
    var busName: String?

    @Option(
        help: ArgumentHelp("Set the object path of the program. (default: the bus name as a path)", valueName: "path"))
    var objectPath: String?

    @Option(
        help: ArgumentHelp("Set the memory limit of the program, such as 32M. (default: 48M)", valueName: "size"))
    var memoryMax: String?

    @Option(help: ArgumentHelp("Set the first content: JSON, @FILE, or - for standard input.", valueName: "json"))
    var content: String?

    @Flag(help: "Keep the widget only while this command runs.")
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
        if !transient {
            let center = CenterClient(try await Connection.openToCenter())
            try await center.registerWidget(identifier, values)
            return await center.warnOfStateTrouble()
        }
        let ending = Ending()
        ending.endOnSignal()
        guard let connection = try await ending.opened({ try await Connection.openToCenter() }) else {
            return try ending.check()
        }
        let center = CenterClient(connection)
        await center.connection.onClose { _ in ending.end(.failure(.lostConnection)) }
        try await center.registerWidget(identifier, values)
        let owners = try await center.connection.watchOwner(of: TodayBus.name) { owner in
            // The next center doesn't know the widget.
            if owner == nil {
                ending.end(.failure(CommandFailure(.unavailable, "the center stopped, so the widget is gone")))
            }
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
        let command: String? =
            if let exec { try ExecText.line(exec, from: CenterHost.current == nil ? ExecText.currentFolder : nil) } else
            { nil }
        let texts = ["Exec": command, "BusName": busName, "ObjectPath": objectPath, "MemoryMax": memoryMax]
        var values = try definition.options()
        for (key, value) in try DefinitionOptions.values(of: texts) { values[key] = value }
        if transient { values["Transient"] = true }
        for (key, value) in try changes.dictionary() { values[key] = value }
        return values
    }
}
