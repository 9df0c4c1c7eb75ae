internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl has-content`.
struct HasContent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Hides a widget that has nothing to show, or shows it again.",
        discussion: """
            With false, all panels hide the widget at once, and the center deletes its content. With true, panels show \
            the widget again, and the center updates it.

            EXAMPLE
              todayctl has-content org.example.List false
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(
        help: ArgumentHelp("true to show the widget, false to hide it.", valueName: "true|false"),
        completion: .booleans,
        transform: { try Bool(argument: $0) })
    var hasContent: Bool

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        try await center.setHasContent(hasContent, for: widget.identifier)
        await center.warnOfStateTrouble()
    }
}

/// `todayctl set-has-content`, the former name.
struct SetHasContent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The former name of has-content.", shouldDisplay: false)

    @OptionGroup var command: HasContent

    func run() async throws { try await command.run() }
}
