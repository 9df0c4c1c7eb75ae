internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl arrange`.
struct Arrange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the arranged widgets in order, or replaces them.",
        discussion: """
            A widget that is left out is not shown any more, and is not updated, until it is arranged again. \
            'todayctl add', 'remove' and 'move' change one place, whatever others do meanwhile.

            With --expected it is done only if that is the arrangement at the moment; else it fails and changes \
            nothing.

            With --json the arrangement is printed as an array of identifiers.

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

    @Option(
        help: ArgumentHelp("The arrangement that is to be replaced: a,b,c.", valueName: "identifiers"),
        transform: { text in try text.split(at: ",").map { try WidgetIdentifier(String($0)) } })
    var expected: [WidgetIdentifier]?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if none, !identifiers.isEmpty { throw ValidationError("--none takes no identifiers") }
        let replaces = none || !identifiers.isEmpty
        if replaces, json { throw ValidationError("--json is for printing the arrangement") }
        if !replaces, expected != nil { throw ValidationError("--expected is for replacing the arrangement") }
    }

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        if none || !identifiers.isEmpty {
            try await center.arrange(identifiers, expected: expected)
            return await center.warnOfStateTrouble()
        }
        let arrangement = try await center.arrangement()
        if json { return try Output.standard.print(JSON.array(arrangement.map { .string($0.rawValue) }).pretty) }
        for identifier in arrangement { try Output.standard.print(identifier.rawValue) }
    }
}
