internal import ArgumentParser
internal import DBus
internal import TodayProtocol

/// `todayctl unregister`.
struct Unregister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes a widget that was added with 'todayctl register' or by a program.",
        discussion: """
            A widget that has a manifest goes when its manifest file goes.

            EXAMPLE
              todayctl unregister org.example.Note
            """)

    @OptionGroup var widget: IdentifierArgument

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        try await center.unregisterWidget(widget.identifier)
        await center.warnOfStateTrouble()
    }
}
