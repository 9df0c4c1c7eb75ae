internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl instance`.
struct Instance: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds and removes copies of a widget, such as one per city.",
        discussion: """
            If its author allows it, you can add a widget several times. Each copy has its own position, settings \
            and content. The original has the identifier of the widget. Copies add # and a number, such as \
            org.example.Weather#2. Every command takes such an identifier.

            EXAMPLES
              todayctl instance add org.example.UsedSpace Folder=/srv
              todayctl instance remove org.example.UsedSpace#2
            """,
        subcommands: [InstanceAdd.self, InstanceRemove.self])
}

/// `todayctl instance add`.
struct InstanceAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a copy of a widget and prints its identifier.",
        discussion: """
            The new copy goes after the existing ones. Write settings as for 'todayctl settings'; all others have \
            their defaults.

            EXAMPLE
              todayctl instance add org.example.UsedSpace Folder=/srv
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(
        help: ArgumentHelp("The settings of the copy.", valueName: "name=value"), completion: .settingAssignments)
    var values: [SettingAssignment] = []

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        let schema = try await center.properties(of: widget.identifier).settingsSchema
        let instance = try await center.addInstance(of: widget.identifier, settings: values.checked(by: schema))
        try Output.standard.print(instance.rawValue)
        await center.warnOfStateTrouble()
    }
}

/// `todayctl instance remove`.
struct InstanceRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes copies of a widget.",
        discussion: """
            The original, whose identifier has no #, exists as long as the widget; 'todayctl remove' hides it. The \
            center keeps a removed copy for 30 days; 'todayctl restore' brings it back.

            EXAMPLE
              todayctl instance remove org.example.UsedSpace#2
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The copies, such as org.example.UsedSpace#2.", valueName: "instance"),
        completion: .knownWidgets, transform: { try WidgetIdentifier($0) })
    var instances: [WidgetIdentifier]

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        for instance in instances { try await center.removeInstance(instance) }
        await center.warnOfStateTrouble()
    }
}
