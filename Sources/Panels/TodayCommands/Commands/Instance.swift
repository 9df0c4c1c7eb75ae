internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl instance`.
struct Instance: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds a widget once more, such as for another city.",
        discussion: """
            A widget whose author allows it may be there several times, each time with a place, settings and content \
            of its own. The first one has the identifier of the widget; the others have # and a number behind it, as \
            org.example.Weather#2, which every command takes.

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
        abstract: "Adds a widget once more, and prints the identifier of the new instance.",
        discussion: """
            It goes behind the other instances of the widget. What is set is as in 'todayctl settings'; the rest has \
            its default.

            EXAMPLE
              todayctl instance add org.example.UsedSpace Folder=/srv
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(
        help: ArgumentHelp("What to set.", valueName: "name=value"), completion: .settingAssignments)
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
        abstract: "Removes instances that were added.",
        discussion: """
            The first instance, whose identifier has no #, is there as long as the widget: 'todayctl remove' takes it \
            out of sight. The center keeps a removed instance for 30 days; 'todayctl restore' brings it back.

            EXAMPLE
              todayctl instance remove org.example.UsedSpace#2
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The instances, such as org.example.UsedSpace#2.", valueName: "instance"),
        completion: .knownWidgets, transform: { try WidgetIdentifier($0) })
    var instances: [WidgetIdentifier]

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        for instance in instances { try await center.removeInstance(instance) }
        await center.warnOfStateTrouble()
    }
}
