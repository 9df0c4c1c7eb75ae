internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel
internal import TodayProtocol

/// `todayctl arrange`.
struct Arrange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the arranged widgets in order, or replaces them.",
        discussion: """
            A widget that is left out is not shown any more, and is not updated, until it is arranged again.

            EXAMPLES
              todayctl arrange
              todayctl arrange org.example.UsedSpace org.example.Timer
              todayctl arrange --none
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("All widgets to show, in order.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier($0) })
    var identifiers: [WidgetIdentifier] = []

    @Flag(help: "Show none.")
    var none = false

    func validate() throws {
        if none, !identifiers.isEmpty { throw ValidationError("--none takes no identifiers.") }
    }

    func run() async throws {
        if identifiers.isEmpty, !none {
            for identifier in try await TodayView.read().arrangement { try Output.standard.print(identifier.rawValue) }
            return
        }
        try await CenterClient(try await Connection.open(.session)).arrange(identifiers)
    }
}
