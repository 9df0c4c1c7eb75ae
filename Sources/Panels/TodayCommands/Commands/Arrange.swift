internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl arrange`.
struct Arrange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints or replaces the arrangement.",
        discussion: """
            The arrangement is the list of the widgets in Today, in order. A widget that you leave out is no longer \
            shown or updated until you add it again. To change a single position, use 'todayctl add', 'remove' or \
            'move'; they keep what others change at the same time.

            With --expected, the command changes nothing and fails if the arrangement is a different one.

            With --json, it prints an array of identifiers.

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
        help: ArgumentHelp("The arrangement to replace, such as a,b,c.", valueName: "identifiers"),
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
