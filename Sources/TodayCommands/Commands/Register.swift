internal import ArgumentParser
internal import DBus
internal import Glibc
internal import Platform
internal import TodayManifests
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

    @ArgumentParser.Argument(
        help: ArgumentHelp("The widget, such as org.example.Note.", valueName: "identifier"),
        completion: .knownWidgets, transform: { try WidgetIdentifier(widget: $0) })
    var identifier: WidgetIdentifier?

    @Option(
        help: ArgumentHelp("A manifest, called IDENTIFIER.widget.", valueName: "path"),
        completion: .file(extensions: ["widget"]))
    var manifest: String?

    @Option(help: "The name that panels show; the identifier if none is given.")
    var name: String?

    @Option(help: "A sentence about the widget.")
    var description: String?

    @Option(help: "The name of an icon, as in the icon theme.")
    var icon: String?

    @Option(help: ArgumentHelp("The application it belongs to, a desktop file id.", valueName: "id"))
    var app: String?

    @Option(help: ArgumentHelp("The command line that the center starts its program with.", valueName: "command"))
    var exec: String?

    @Option(help: ArgumentHelp("The bus name of its program; the identifier with --exec.", valueName: "name"))
    var busName: String?

    @Option(help: ArgumentHelp("The object of its program; the bus name as a path.", valueName: "path"))
    var objectPath: String?

    @Option(
        help: ArgumentHelp(
            "How old its content may get: 90s, 15min, 2h, 1d, or seconds; 0 for updates only while it is viewed. (default: 15min)",
            valueName: "time"))
    var updateInterval: String?

    @Option(
        help: ArgumentHelp("How much memory its program may use, such as 32M. (default: 48M)", valueName: "size"))
    var memoryMax: String?

    @Option(
        name: .customLong("app-group"),
        help: ArgumentHelp("An App Group that it shares; may be repeated.", valueName: "group"),
        completion: .knownGroups)
    var appGroups: [String] = []

    @Option(
        help: ArgumentHelp("Whether it is shown when it is seen for the first time.", valueName: "true|false"),
        completion: .booleans, transform: { try Bool(argument: $0) })
    var arranged: Bool?

    @Option(help: ArgumentHelp("Its first content: JSON, @FILE, or - for standard input.", valueName: "json"))
    var content: String?

    @Flag(help: "Keep it only while this command runs.")
    var transient = false

    @OptionGroup(title: "Changes") var changes: ChangeOptions

    func validate() throws {
        if identifier == nil, manifest == nil {
            throw ValidationError("Missing expected argument '<identifier>'")
        }
        if objectPath != nil, busName == nil, exec == nil, manifest == nil {
            throw ValidationError("--object-path needs --exec or --bus-name")
        }
        do throws(Fault) {
            let values = try options()
            // With a manifest, the center looks at both together.
            if manifest == nil { _ = try WidgetDefinition(values) }
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() async throws {
        let (identifier, definition) = try self.definition()
        if case .string(let text)? = definition["Content"] {
            try ContentCheck.warn(Content.findings(json: text).map { $0.below("Content") })
            if definition["Exec"] == nil, definition["BusName"] == nil {
                try ContentCheck.warn(ContentCheck.unansweredActions(definition))
            }
        }
        let center = CenterClient(try await Connection.open(.session))
        if !transient {
            try await center.registerWidget(identifier, definition)
            return await center.warnOfStateTrouble()
        }
        let ending = Ending()
        ending.comeBySignal()
        await center.connection.onClose { _ in
            ending.end(.failure(CommandFailure(.unavailable, "the bus has gone")))
        }
        try await center.registerWidget(identifier, definition)
        let owners = try await center.connection.watchOwner(of: TodayBus.name) { owner in
            // The next center knows nothing of it.
            if owner == nil { ending.end(.failure(.noCenter("the center went, and the widget with it"))) }
        }
        try await ending.running { for await _ in AsyncStream.makeStream(of: Void.self).stream {} }
        await center.connection.cancel(owners)
        try ending.check()
    }

    private func definition() throws -> (WidgetIdentifier, [String: DBusValue]) {
        var identifier = identifier
        var values: [String: DBusValue] = [:]
        if let manifest {
            let name = try identifier ?? Self.identifier(ofFile: manifest)
            identifier = name
            values = try Self.read(manifest, of: name)
        }
        guard let identifier else { throw ValidationError("Missing expected argument '<identifier>'") }
        values.merge(try options()) { $1 }
        if let content { values["Content"] = .string(try InputText.read(content)) }
        return (identifier, values)
    }

    /// The keys that are given as options, but for the content.
    private func options() throws(Fault) -> [String: DBusValue] {
        var values = try texts()
        if !appGroups.isEmpty { values["AppGroups"] = .strings(appGroups) }
        if let arranged { values["Arranged"] = .boolean(arranged) }
        if transient { values["Transient"] = true }
        for (key, value) in try changes.dictionary() { values[key] = value }
        return values
    }

    /// The keys that are written as in a manifest.
    private func texts() throws(Fault) -> [String: DBusValue] {
        let command: String? = if let exec { try ExecText.line(exec, from: ExecText.currentFolder) } else { nil }
        let texts = [
            "Name": name, "Description": description, "Icon": icon, "ContainingApp": app, "Exec": command,
            "BusName": busName, "ObjectPath": objectPath, "UpdateInterval": updateInterval?.spelledMinutes,
            "MemoryMax": memoryMax,
        ]
        var values: [String: DBusValue] = [:]
        for (key, text) in texts {
            if let text { values[key] = try Manifest.value(of: key, written: text) }
        }
        return values
    }

    private static func identifier(ofFile path: String) throws -> WidgetIdentifier {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard name.hasSuffix(".widget") else {
            throw CommandFailure(.failed, "\(path): it is not called IDENTIFIER.widget, and no identifier is given")
        }
        do { return try WidgetIdentifier(widget: String(name.dropLast(".widget".count))) } catch {
            throw CommandFailure(.failed, "\(path): \(error)")
        }
    }

    private static func read(_ path: String, of identifier: WidgetIdentifier) throws -> [String: DBusValue] {
        let locale = Environment.locale()
        do {
            let text = try InputText.file(path)
            let definition = try Manifest.parse(text, identifier: identifier, locale: locale).definition
            for (line, key) in Manifest.unknownKeys(in: text) {
                try Output.report("warning: \(path): line \(line), \(key): no such key; keys of your own begin with X-")
            }
            return definition.dictionary
        } catch let fault as ManifestFault {
            throw CommandFailure(.failed, "\(path): \(fault)")
        }
    }
}
