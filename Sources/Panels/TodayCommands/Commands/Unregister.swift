internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl unregister`.
struct Unregister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unregisters widgets.",
        discussion: """
            This command removes widgets that 'todayctl register' or a program has registered. To remove a widget with \
            a manifest, remove the manifest file. If the command can't unregister one of several widgets, it \
            unregisters the others and exits with 1.

            EXAMPLE
              todayctl unregister org.example.Note
            """)

    @ArgumentParser.Argument(
        help: ArgumentHelp("The widgets to unregister.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier(widget: $0) })
    var identifiers: [WidgetIdentifier]

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
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
