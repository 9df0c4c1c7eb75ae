internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl settings`.
struct Settings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints or sets the settings of a widget.",
        discussion: """
            The author of a widget declares its settings. New values are on disk when the command ends, and the center \
            updates the widget at once. If the center refuses one of the values, it sets none of them.

            To print a single setting, give its name without a value. A path of a file or folder can be relative to \
            the current folder. With --host, it belongs to the other machine and must be absolute.

            --json prints an object with Settings (the values) and SettingsSchema (the declarations).

            EXAMPLES
              todayctl settings org.example.UsedSpace
              todayctl settings org.example.UsedSpace Folder=/srv Unit=GiB
              todayctl settings org.example.UsedSpace#2 --reset Folder
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(
        help: ArgumentHelp("The settings to set.", valueName: "name=value"), completion: .settingAssignments)
    var values: [SettingAssignment] = []

    @Option(
        help: ArgumentHelp("Reset a setting to its default; may be repeated.", valueName: "name"),
        completion: .knownSettings)
    var reset: [String] = []

    @Flag(help: "Reset all settings to their defaults.")
    var resetAll = false

    @Flag(help: "Print JSON.")
    var json = false

    private var changes: Bool { !values.isEmpty || !reset.isEmpty || resetAll }

    func validate() throws {
        if json, changes { throw ValidationError("--json can't be combined with changes") }
        let names = values.filter { $0.value == nil }
        if let name = names.first, names.count < values.count || !reset.isEmpty || resetAll {
            throw ValidationError(name.hasNoValue)
        }
        if resetAll, !reset.isEmpty { throw ValidationError("--reset-all can't be combined with --reset") }
        for (index, value) in values.enumerated() {
            let isTwice = values[..<index].contains { $0.key == value.key }
            if isTwice || reset.contains(value.key) { throw ValidationError("the setting \(value.key) appears twice") }
        }
    }

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let properties = try await center.properties(of: widget.identifier)
        let schema = properties.settingsSchema
        let named = try values.filter { $0.value == nil }.map { try schema.declaration(of: $0.key) }
        guard changes, named.isEmpty else {
            try print(properties, named.isEmpty ? schema.declarations : named)
            for setting in named {
                try Output.report(
                    tr(
                        "to set it, run '{command}'",
                        ["command": "todayctl settings \(widget.identifier) \(setting.key)=VALUE"]))
            }
            return
        }
        let checked = try values.checked(by: schema)
        if resetAll || !reset.isEmpty { try await center.resetSettings(reset, of: widget.identifier) }
        if !checked.isEmpty { try await center.setSettings(checked, of: widget.identifier) }
        await center.warnOfStateTrouble()
    }

    private func print(_ widget: WidgetProperties, _ settings: [SettingDeclaration]) throws {
        if json { return try Output.standard.print(widget.json([.settings, .settingsSchema]).pretty) }
        if settings.isEmpty {
            return try Output.report(
                tr("{identifier} has no settings", ["identifier": widget.identifier.rawValue]))
        }
        var table = Table(
            header: [
                trc("column", "SETTING"), trc("column", "VALUE"), trc("column", "ALLOWED"), trc("column", "MEANING"),
            ])
        for setting in settings {
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

/// `name=value`. The setting's type decides how the value is read.
struct SettingAssignment: ExpressibleByArgument, Hashable {
    let key: String
    /// Nil if only a name is written.
    let value: String?

    init?(argument: String) {
        let parts = argument.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.first, !name.isEmpty else { return nil }
        key = name
        value = parts.count > 1 ? parts[1] : nil
    }

    /// The message when a value is required.
    var hasNoValue: String { "\(key.printable): write NAME=VALUE to set it" }
}

extension [SettingAssignment] {
    /// Returns the values in their D-Bus form.
    ///
    /// - Throws: ``CommandFailure``, which names the setting and the value.
    func checked(by schema: SettingsSchema) throws -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for assignment in self {
            guard let value = assignment.value else {
                throw CommandFailure(.usage, assignment.hasNoValue)
            }
            do {
                let declaration = try schema.declaration(of: assignment.key)
                do {
                    values[assignment.key] = try declaration.value(written: try declaration.path(value)).dbusValue
                } catch { throw error.below(assignment.key) }
            } catch { throw CommandFailure(.failed, "\(error)") }
        }
        return values
    }
}

extension SettingDeclaration {
    /// Returns an absolute path for a file or folder that is relative to the current folder; any other value as it is.
    fileprivate func path(_ text: String) throws(Fault) -> String {
        guard type == .file || type == .folder, !text.isEmpty, !text.hasPrefix("/") else { return text }
        if let host = CenterHost.current?.text {
            throw Fault(message: tr("{path} isn’t an absolute path on {host}", ["path": text.excerpt, "host": host]))
        }
        let folder = ExecText.currentFolder
        return text == "." ? folder : folder + "/" + (text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
    }

    /// All values that the setting can have, if they are a few words; otherwise empty.
    private var words: [String] {
        switch type {
        case .choice: choices
        case .boolean: ["true", "false"]
        case .colorRole: ContentColor.allCases.map(\.rawValue)
        default: []
        }
    }

    /// Returns the values that a shell offers for the beginning of a value.
    fileprivate func offers(for beginning: Substring) -> [String] {
        switch type {
        // The other machine has other files.
        case .file, .folder:
            CenterHost.current == nil ? PathCompletion.paths(beginningWith: beginning, isFolder: type == .folder) : []
        default: words
        }
    }

    /// Returns a value with its name for users in parentheses, if it has another name.
    private func named(_ word: String) -> String {
        let name = label(of: word)
        return name == word ? word : "\(word) (\(name))"
    }

    /// The allowed values in a few words.
    fileprivate var range: String {
        let kind =
            switch (type, minimum, maximum) {
            case _ where !words.isEmpty: words.map(named).joined(separator: ", ")
            case (_, let low?, let high?): "\(low.written)…\(high.written)"
            case (_, let low?, nil): tr("{number} or more", ["number": low.written])
            case (_, nil, let high?): tr("{number} or less", ["number": high.written])
            case (.string, _, _): trc("value", "text")
            default: type.rawValue
            }
        // Translators: the values that a setting can have.
        return isRequired ? tr("{values}, required", ["values": kind]) : kind
    }
}

extension CompletionKind {
    /// The settings of the widget that the words before them name.
    static var knownSettings: CompletionKind {
        .custom { words, _, prefix in
            let schema = await namedWidget(in: words)?.settingsSchema
            return schema?.declarations.map(\.key).filter { $0.hasPrefix(prefix) } ?? []
        }
    }

    /// The same with `=`, followed by the allowed values.
    static var settingAssignments: CompletionKind {
        .custom { words, _, prefix in
            guard let schema = await namedWidget(in: words)?.settingsSchema else { return [] }
            let parts = prefix.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                return schema.declarations.map { $0.key + "=" }.filter { $0.hasPrefix(prefix) }
            }
            let (key, value) = (parts[0], parts[1])
            let offers = schema.declarations.first { $0.key == key }?.offers(for: value) ?? []
            return offers.map { key + "=" + $0 }.filter { $0.hasPrefix(prefix) }
        }
    }

    /// Returns the first widget that a command line names, from a running center. It doesn't start a center.
    static func namedWidget(in words: [String]) async -> WidgetProperties? {
        guard let word = words.dropFirst().first(where: { $0.contains(".") && !$0.hasPrefix("-") }),
            let identifier = WidgetIdentifier(rawValue: word),
            let connection = try? await Connection.openForCompletion(),
            (try? await connection.owner(of: TodayBus.name)) != nil
        else { return nil }
        return try? await CenterClient(connection).properties(of: identifier)
    }
}
