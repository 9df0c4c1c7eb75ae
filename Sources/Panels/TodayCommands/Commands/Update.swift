internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl update`.
struct Update: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Updates a widget now and prints the result.",
        discussion: """
            The result is new-data, no-data or failed. If the update fails, the command prints the reason to standard \
            error and exits with 1. The center answers within 20 seconds, even if the widget doesn't.

            --json prints an object with Result, Revision, Error and ErrorKind.

            EXAMPLE
              todayctl update org.example.UsedSpace && todayctl show org.example.UsedSpace
            """)

    @OptionGroup var widget: IdentifierArgument

    @Flag(help: "Print JSON.")
    var json = false

    /// The center replies after 20 seconds at the latest: ``Limits/updateDeadlineUsec``.
    private static let timeout = Duration.seconds(25)

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let identifier = widget.identifier
        let result = try await Progress.shown(tr("Updating {name}…", ["name": identifier.rawValue])) {
            try await center.performUpdate(identifier, timeout: Self.timeout)
        }
        await center.warnOfStateTrouble()
        if !json { try Output.standard.print(result.rawValue) }
        guard json || result == .failed else { return }
        // The center emits the new error before it answers, so the properties have it.
        let properties = try await center.properties(of: identifier)
        if json {
            try Output.standard.print(
                JSON.object([
                    .init("Result", .string(result.rawValue)), .init("Revision", .unsigned(properties.revision)),
                    .init("Error", .string(properties.error)),
                    .init("ErrorKind", .string(properties.errorKind?.rawValue ?? "")),
                ]).pretty)
        }
        guard result == .failed else { return }
        let reason =
            properties.error.isEmpty
            ? tr("the widget gave no reason") : ErrorText(properties.error, kind: properties.errorKind).line
        throw CommandFailure(.failed, reason)
    }
}
