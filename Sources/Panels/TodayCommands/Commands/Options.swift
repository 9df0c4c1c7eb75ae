internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayManifests
internal import TodayModel

/// `todayctl options`.
struct Options: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints or sets the options of a widget, such as its size.",
        discussion: """
            Every widget has these options:
              Size            small (half the width), if the widget offers it, or regular
              UpdateInterval  the maximum age of the content: 1min to 7d, or 0 to update it
                              only while a panel is visible
              Paused          true to update the widget only on request, otherwise false

            New values are on disk when the command ends. If the center refuses one of the values, it sets none of \
            them. To print a single option, give its name without a value.

            --json prints an object with Options (the values) and Sizes (the sizes that the widget offers).

            EXAMPLES
              todayctl options org.example.UsedSpace
              todayctl options org.example.UsedSpace Size=small UpdateInterval=1h
              todayctl options org.example.UsedSpace --reset UpdateInterval
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(
        help: ArgumentHelp("The options to set.", valueName: "name=value"), completion: .optionAssignments)
    var values: [SettingAssignment] = []

    @Option(
        help: ArgumentHelp("Reset an option to the author's value; may be repeated.", valueName: "name"),
        completion: .list(WidgetOptions.Key.allCases.map(\.rawValue)))
    var reset: [String] = []

    @Flag(help: "Reset all options to the author's values.")
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
            if isTwice || reset.contains(value.key) { throw ValidationError("the option \(value.key) appears twice") }
        }
        for name in values.map(\.key) + reset { _ = try Self.key(name) }
    }

    /// Returns the option with a name.
    private static func key(_ name: String) throws -> WidgetOptions.Key {
        guard let key = WidgetOptions.Key(rawValue: name) else {
            let known = WidgetOptions.Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("the option \(name.excerpt) doesn’t exist; the options are \(known)")
        }
        return key
    }

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let properties = try await center.properties(of: widget.identifier)
        let named = try values.filter { $0.value == nil }.map { try Self.key($0.key) }
        guard changes, named.isEmpty else {
            return try print(properties, named.isEmpty ? WidgetOptions.Key.allCases : named)
        }
        let choices = try choices(of: properties)
        if resetAll || !reset.isEmpty { try await center.resetOptions(reset, of: widget.identifier) }
        if !values.isEmpty { try await center.setOptions(choices, of: widget.identifier) }
        await center.warnOfStateTrouble()
    }

    private func choices(of widget: WidgetProperties) throws -> WidgetOptionChoices {
        var written: [String: DBusValue] = [:]
        for assignment in values {
            let text = assignment.value ?? ""
            switch try Self.key(assignment.key) {
            case .size:
                guard let size = WidgetSize(rawValue: text), widget.sizes.contains(size) else {
                    let known = widget.sizes.map(\.rawValue).joined(separator: ", ")
                    throw CommandFailure(
                        .failed,
                        tr(
                            "Size: the widget doesn't offer {value}; it offers {known}",
                            ["value": text.excerpt, "known": known]))
                }
                written[assignment.key] = .string(text)
            case .updateInterval:
                written[assignment.key] = try Manifest.value(
                    of: "UpdateInterval", written: text.spelledMinutes)
            case .paused:
                guard let flag = Bool(text) else {
                    throw CommandFailure(.failed, tr("Paused: {value} isn't true or false", ["value": text.excerpt]))
                }
                written[assignment.key] = .boolean(flag)
            }
        }
        return try WidgetOptionChoices(written)
    }

    private func print(_ widget: WidgetProperties, _ keys: [WidgetOptions.Key]) throws {
        if json { return try Output.standard.print(widget.json([.options, .sizes]).pretty) }
        var table = Table(
            header: [
                trc("column", "OPTION"), trc("column", "VALUE"), trc("column", "ALLOWED"), trc("column", "MEANING"),
            ])
        for key in keys { table.add(row(key, widget).map(\.printable)) }
        let lines = table.lines(width: Screen.width(), cutting: 3)
        let head = Style(for: .standard).bold(lines[0])
        try Output.standard.print(([head] + lines.dropFirst()).joined(separator: "\n"))
    }

    private func row(_ key: WidgetOptions.Key, _ widget: WidgetProperties) -> [String] {
        let options = widget.options
        return switch key {
        case .size:
            [
                key.rawValue, options.size.rawValue, widget.sizes.map(\.rawValue).joined(separator: ", "),
                tr("The size of the card"),
            ]
        case .updateInterval:
            [key.rawValue, Self.duration(options.updateInterval), "0, 1min…7d", tr("The maximum age of the content")]
        case .paused: [key.rawValue, "\(options.isPaused)", "true, false", tr("Updated only on request")]
        }
    }

    /// Returns an interval in its largest whole unit, as it is written on a command line.
    static func duration(_ seconds: UInt32) -> String {
        let units: [(name: String, seconds: UInt32)] = [("d", 86400), ("h", 3600), ("min", 60)]
        guard seconds > 0, let unit = units.first(where: { seconds.isMultiple(of: $0.seconds) }) else {
            return seconds == 0 ? "0" : "\(seconds)s"
        }
        return "\(seconds / unit.seconds)\(unit.name)"
    }
}

extension CompletionKind {
    /// The options with `=`, followed by the allowed values.
    static var optionAssignments: CompletionKind {
        .custom { words, _, prefix in
            let sizes = await namedWidget(in: words)?.sizes ?? WidgetSize.allCases
            let offers = WidgetOptions.Key.allCases.flatMap { key -> [String] in
                guard prefix.utf8.starts(with: "\(key.rawValue)=".utf8) else { return [key.rawValue + "="] }
                let values =
                    switch key {
                    case .size: sizes.map(\.rawValue)
                    case .updateInterval: ["0", "1min", "5min", "15min", "1h", "1d"]
                    case .paused: ["true", "false"]
                    }
                return values.map { "\(key.rawValue)=\($0)" }
            }
            return offers.filter { $0.hasPrefix(prefix) }
        }
    }
}
