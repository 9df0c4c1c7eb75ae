internal import ArgumentParser
internal import DBus
internal import TodayProtocol

/// `todayctl set-has-content`.
struct SetHasContent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Hides a widget that has nothing to show, or shows it again.",
        discussion: """
            With false, every panel hides it at once and its content is dropped. With true it is shown again, and \
            updated.

            EXAMPLE
              todayctl set-has-content org.example.List false
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "true or false.", completion: .list(["true", "false"]))
    var hasContent: Bool

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        try await center.setHasContent(hasContent, for: widget.identifier)
    }
}
