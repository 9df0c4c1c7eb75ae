internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl settings`.
struct Settings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the settings of a widget, or sets them.",
        discussion: """
            A widget has the settings that its author has declared. What is set is on disk when the command ends, and \
            the widget is updated at once. Of several values all are set or, when one of them is refused, none.

            A path of a file or a folder may be relative to the current folder.

            With --json: an object with Settings, the values, and SettingsSchema, what may be set.

            EXAMPLES
              todayctl settings org.example.UsedSpace
              todayctl settings org.example.UsedSpace Folder=/srv Unit=GiB
              todayctl settings org.example.UsedSpace#2 --reset Folder
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "What to set: name=value.", completion: .knownSettings(suffix: "="))
    var values: [SettingAssignment] = []

    @Option(
        help: ArgumentHelp("Take a setting back to its default; may be repeated.", valueName: "name"),
        completion: .knownSettings())
    var reset: [String] = []

    @Flag(help: "Take all settings back to their defaults.")
    var resetAll = false

    @Flag(help: "Print JSON.")
    var json = false

    private var changes: Bool { !values.isEmpty || !reset.isEmpty || resetAll }

    func validate() throws {
        if json, changes { throw ValidationError("--json is for printing the settings") }
        if resetAll, !reset.isEmpty { throw ValidationError("--reset-all is all that --reset could be") }
        for (index, value) in values.enumerated() {
            let isTwice = values[..<index].contains { $0.key == value.key }
            if isTwice || reset.contains(value.key) { throw ValidationError("the setting \(value.key) is there twice") }
        }
    }

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        let properties = try await center.properties(of: widget.identifier)
        guard changes else { return try print(properties) }
        let checked = try values.checked(by: properties.settingsSchema)
        if resetAll || !reset.isEmpty { try await center.resetSettings(reset, of: widget.identifier) }
        if !checked.isEmpty { try await center.setSettings(checked, of: widget.identifier) }
        await center.warnOfStateTrouble()
    }

    private func print(_ widget: WidgetProperties) throws {
        if json { return try Output.standard.print(widget.json([.settings, .settingsSchema]).pretty) }
        if widget.settingsSchema.isEmpty {
            return try Output.report("\(widget.identifier) has no settings")
        }
        var table = Table(header: ["SETTING", "VALUE", "MAY BE", "WHAT IT IS"])
        for setting in widget.settingsSchema.declarations {
            let value = widget.settings[setting.key].flatMap { SettingValue($0) } ?? setting.defaultValue
            let about = [setting.name, setting.description].filter { !ForeignText.isBlank($0) && $0 != setting.key }
            table.add(
                [setting.key, value.written, setting.range, about.joined(separator: ": ")].map { $0.printable })
        }
        let lines = table.lines(width: Screen.width(), cutting: 3)
        let head = Style(for: .standard).bold(lines[0])
        try Output.standard.print(([head] + lines.dropFirst()).joined(separator: "\n"))
    }
}

/// `name=value`, where the value is read as the setting's type says.
struct SettingAssignment: ExpressibleByArgument, Hashable {
    let key: String
    let value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        key = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}

extension [SettingAssignment] {
    /// The values as the bus takes them.
    ///
    /// - Throws: ``CommandFailure``, which names the setting and the value.
    func checked(by schema: SettingsSchema) throws -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for assignment in self {
            do {
                let declaration = try schema.declaration(of: assignment.key)
                do {
                    values[assignment.key] = try declaration.value(written: declaration.path(assignment.value))
                        .dbusValue
                } catch { throw error.below(assignment.key) }
            } catch { throw CommandFailure(.failed, "\(error)") }
        }
        return values
    }
}

extension SettingDeclaration {
    /// A path of a file or folder as it is without the current folder; any other value as it is.
    fileprivate func path(_ text: String) -> String {
        guard type == .file || type == .folder, !text.isEmpty, !text.hasPrefix("/") else { return text }
        let folder = ExecText.currentFolder
        return text == "." ? folder : folder + "/" + (text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
    }

    /// What may be set, in a few words.
    fileprivate var range: String {
        let kind =
            switch (type, minimum, maximum) {
            case (.choice, _, _): choices.joined(separator: ", ")
            case (.boolean, _, _): "true, false"
            case (.colorRole, _, _): ContentColor.allCases.map(\.rawValue).joined(separator: ", ")
            case (_, let low?, let high?): "\(low.written)…\(high.written)"
            case (_, let low?, nil): "\(low.written) or more"
            case (_, nil, let high?): "\(high.written) or less"
            case (.string, _, _): "text"
            default: type.rawValue
            }
        return isRequired ? kind + ", required" : kind
    }
}

extension CompletionKind {
    /// The settings of the widget that is named before them.
    ///
    /// - Parameter suffix: what follows a name on the command line.
    static func knownSettings(suffix: String = "") -> CompletionKind {
        .custom { words, _, prefix in
            guard let word = words.dropFirst().first(where: { $0.contains(".") && !$0.hasPrefix("-") }),
                let identifier = WidgetIdentifier(rawValue: word),
                let connection = try? await Connection.open(.session),
                (try? await connection.owner(of: TodayBus.name)) != nil,
                let widget = try? await CenterClient(connection).properties(of: identifier)
            else { return [] }
            return widget.settingsSchema.declarations.map { $0.key + suffix }.filter { $0.hasPrefix(prefix) }
        }
    }
}
