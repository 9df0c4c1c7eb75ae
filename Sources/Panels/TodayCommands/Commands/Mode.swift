internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl mode`.
struct Mode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Switches a widget between compact and expanded, in every panel.",
        discussion: """
            The command fails if the largest display mode of the widget is compact.

            EXAMPLE
              todayctl mode org.example.UsedSpace expanded
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(
        help: ArgumentHelp("The display mode.", valueName: "compact|expanded"), completion: .displayModes,
        transform: { try DisplayMode(argument: $0) })
    var mode: DisplayMode

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        try await center.setDisplayMode(mode, for: widget.identifier)
        await center.warnOfStateTrouble()
    }
}
