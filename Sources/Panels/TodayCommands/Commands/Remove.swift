internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl remove`.
struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes widgets from Today.",
        discussion: """
            Panels no longer show removed widgets, and the center no longer updates them. To bring them back, use \
            'todayctl add'. The command ignores widgets that aren't added.

            EXAMPLE
              todayctl remove org.example.Timer
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The widgets to remove.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier($0) })
    var identifiers: [WidgetIdentifier]

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let known = try await center.arrangement()
        // A mistyped identifier fails; a widget that isn't arranged doesn't.
        for identifier in identifiers where !known.contains(identifier) {
            _ = try await center.properties(of: identifier)
        }
        let identifiers = identifiers
        try await center.rearrange { $0.remove(identifiers) }
        await center.warnOfStateTrouble()
    }
}
