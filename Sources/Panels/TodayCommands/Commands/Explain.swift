internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl explain`.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explains why a widget is or isn't up to date.",
        discussion: """
            The command prints one sentence, then the details. If the center refused the manifest of the widget (see \
            todaycenter-widget(5)), the command prints the file name and the reason.

            --json prints an object with the sentence as Text, and the keys of the method Explain in \
            todaycenter-bus(7): State, Reason, Message, LastResult, Error, Provider, UpdatedAt, NextUpdate, Failures, \
            UpdatesToday, MemoryBytes, ErrorKind, RetryAt, Reasons. Times are in microseconds since 1970; 0 means \
            never. Later versions may add keys.

            EXAMPLE
              todayctl explain org.example.UsedSpace
            """)

    @OptionGroup var widget: IdentifierArgument

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let explanation = Explanation(try await widget.ask { try await center.explain($0) })
        if json { return try Output.standard.print(explanation.json(about: widget.identifier).pretty) }
        try Output.standard.print(
            explanation.text(
                about: widget.identifier, now: WallClock.now, style: Style(for: .standard), width: Screen.width()))
    }
}
