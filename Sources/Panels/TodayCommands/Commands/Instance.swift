internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl instance`.
struct Instance: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds or removes copies of a widget, for example one per city.",
        discussion: """
            If the author of a widget allows it, you can add the widget several times. Each copy has its own position, \
            settings and content. The identifier of a copy is that of the widget with # and a number, such as \
            org.example.Weather#2. You can use it like the identifier of a widget, for example with 'todayctl show'.

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
            The new copy goes after the existing ones. Write settings as for 'todayctl settings'. Settings that you \
            leave out have their defaults.

            EXAMPLE
              todayctl instance add org.example.UsedSpace Folder=/srv
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(
        help: ArgumentHelp("The settings of the copy.", valueName: "name=value"), completion: .settingAssignments)
    var values: [SettingAssignment] = []

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
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
            You can't remove the original, whose identifier has no #, but 'todayctl remove' hides it. The center keeps \
            a removed copy for 30 days. To bring it back, use 'todayctl restore'.

            EXAMPLE
              todayctl instance remove org.example.UsedSpace#2
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The copies, such as org.example.UsedSpace#2.", valueName: "instance"),
        completion: .knownWidgets, transform: { try WidgetIdentifier($0) })
    var instances: [WidgetIdentifier]

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        for instance in instances { try await center.removeInstance(instance) }
        await center.warnOfStateTrouble()
    }
}
