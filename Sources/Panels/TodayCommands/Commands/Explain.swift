internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl explain`.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says why a widget is, or is not, fresh.",
        discussion: """
            A sentence first, then what it is based on. Of a widget that is not there though its manifest is installed, \
            it says what is wrong with the manifest, as 'todayctl validate' does.

            With --json: an object with the keys of the method Explain – State, Reason, Message, LastResult, Error, \
            Provider, UpdatedAt, NextUpdate, Failures, UpdatesToday, MemoryBytes, ErrorKind, RetryAt, Reasons; times in microseconds since 1970, 0 \
            for never. New keys may be added.

            EXAMPLE
              todayctl explain org.example.UsedSpace
            """)

    @OptionGroup var widget: IdentifierArgument

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        let explanation = Explanation(try await widget.ask { try await center.explain($0) })
        if json { return try Output.standard.print(explanation.json.pretty) }
        try Output.standard.print(
            explanation.text(now: WallClock.now, style: Style(for: .standard), width: Screen.width()))
    }
}
