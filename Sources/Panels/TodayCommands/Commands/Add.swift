internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl add`.
struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds widgets to Today.",
        discussion: """
            If you don't give a position, new widgets go to the end, and widgets that are already added stay where \
            they are. If you give one, all of the widgets move there, in the given order.

            EXAMPLES
              todayctl add org.example.Timer
              todayctl add org.example.Timer --before org.example.UsedSpace
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The widgets to add.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier($0) })
    var identifiers: [WidgetIdentifier]

    @OptionGroup var options: PlaceOptions

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let (identifiers, place) = (identifiers, options.place)
        try await center.rearrange { try $0.add(identifiers, at: place) }
        await center.warnOfStateTrouble()
    }
}
