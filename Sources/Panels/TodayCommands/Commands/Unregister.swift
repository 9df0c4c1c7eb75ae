internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl unregister`.
struct Unregister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes widgets that were added with 'todayctl register' or by a program.",
        discussion: """
            A widget that has a manifest goes when its manifest file goes. If one of several cannot be removed, the \
            others are, and it ends with 1.

            EXAMPLE
              todayctl unregister org.example.Note
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The widgets.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier(widget: $0) })
    var identifiers: [WidgetIdentifier]

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        var areRemoved = true
        for identifier in identifiers {
            do { try await center.unregisterWidget(identifier) } catch let error as CenterError {
                try Output.report(error.message)
                areRemoved = false
            }
        }
        await center.warnOfStateTrouble()
        if !areRemoved { throw CommandFailure(.failed, "") }
    }
}
