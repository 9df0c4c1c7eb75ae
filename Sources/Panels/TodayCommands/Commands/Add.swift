internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl add`.
struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds widgets to the arrangement.",
        discussion: """
            Without a place they go to the end, and those that are arranged already stay where they are. With a place \
            all of them go there, in the order given.

            EXAMPLES
              todayctl add org.example.Timer
              todayctl add org.example.Timer --before org.example.UsedSpace
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The widgets.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier($0) })
    var identifiers: [WidgetIdentifier]

    @OptionGroup var options: PlaceOptions

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        let (identifiers, place) = (identifiers, options.place)
        try await center.rearrange { try $0.add(identifiers, at: place) }
        await center.warnOfStateTrouble()
    }
}
