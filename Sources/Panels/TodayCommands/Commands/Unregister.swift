internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl unregister`.
struct Unregister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unregisters widgets of 'todayctl register' or of a program.",
        discussion: """
            A widget with a manifest is removed with its manifest file. If one of several widgets can't be removed, \
            the command removes the others and exits with 1.

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
