internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl arrange`.
struct Arrange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints or replaces the list of widgets in Today.",
        discussion: """
            This list, in order, is the arrangement. Panels don't show a widget that you leave out, and the center \
            doesn't update it, until you add it again. To change a single position, use 'todayctl add', 'remove' or \
            'move'. If another program changes the arrangement at the same time, these commands keep its changes.

            With --expected, the command fails and changes nothing if the current arrangement differs from the \
            expected one.

            --json prints an array of identifiers.

            EXAMPLES
              todayctl arrange
              todayctl arrange org.example.UsedSpace org.example.Timer
              todayctl arrange --none
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("All widgets to show, in order.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier($0) })
    var identifiers: [WidgetIdentifier] = []

    @Flag(help: "Remove all widgets.")
    var none = false

    @Option(
        help: ArgumentHelp("Replace only this arrangement, such as a,b,c.", valueName: "identifiers"),
        transform: { text in try text.split(at: ",").map { try WidgetIdentifier(String($0)) } })
    var expected: [WidgetIdentifier]?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if none, !identifiers.isEmpty { throw ValidationError("--none can't be combined with identifiers") }
        let replaces = none || !identifiers.isEmpty
        if replaces, json { throw ValidationError("--json can't be combined with identifiers or --none") }
        if !replaces, expected != nil { throw ValidationError("--expected needs identifiers or --none") }
    }

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        if none || !identifiers.isEmpty {
            try await center.arrange(identifiers, expected: expected)
            return await center.warnOfStateTrouble()
        }
        let arrangement = try await center.arrangement()
        if json { return try Output.standard.print(JSON.array(arrangement.map { .string($0.rawValue) }).pretty) }
        for identifier in arrangement { try Output.standard.print(identifier.rawValue) }
    }
}
