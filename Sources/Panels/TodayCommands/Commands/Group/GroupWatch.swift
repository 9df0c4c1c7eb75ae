internal import ArgumentParser
internal import TodayModel

/// `todayctl group watch`.
struct GroupWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Prints the values, then every change, as one JSON object per line.",
        discussion: """
            The command ends on Ctrl-C or when the reader closes the pipe, and exits with 69 if it loses the bus.

            Each object has Event and these keys:
              values       Values (all of them; again after the center has restarted or if
                           the reader is too slow)
              changed      Values (the new ones), Removed (keys)
              unavailable  Error (the center stopped, or no widget names the group)

            Later versions may add keys and events.

            EXAMPLE
              todayctl group watch group.org.example.list | jq .Values.count
            """)

    @OptionGroup var group: GroupArgument

    @Flag(help: "Print JSON (always on).")
    var json = false

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        try await ending.print(try await group.client().events()) { $0.json }
    }
}
