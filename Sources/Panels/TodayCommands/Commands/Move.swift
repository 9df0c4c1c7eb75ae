internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl move`.
struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Moves a widget to another position in Today.",
        discussion: """
            Use one of --before, --after and --to. Positions start at 1 and include added widgets that have nothing to \
            show at the moment.

            EXAMPLES
              todayctl move org.example.Timer --to 1
              todayctl move org.example.Timer --after org.example.UsedSpace
            """)

    @OptionGroup var widget: IdentifierArgument

    @OptionGroup var options: PlaceOptions

    func validate() throws {
        if options.place == nil { throw ValidationError("use one of --before, --after and --to") }
    }

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let (identifier, place) = (widget.identifier, options.place ?? .end)
        try await center.rearrange { try $0.move(identifier, to: place) }
        await center.warnOfStateTrouble()
    }
}
