internal import ArgumentParser
internal import TodayModel

/// `todayctl group watch`.
struct GroupWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Prints the values and then every change as one JSON object a line.",
        discussion: """
            It ends by Ctrl-C or when its reader goes, and with exit code 69 when the bus goes.

            Each object has Event, and
              values       Values (all of them; again when the center has
                           restarted or the reader has fallen behind)
              changed      Values (those that are new), Removed (keys)
              unavailable  Error (the center went, or no widget names the group any more)

            New keys and events may be added.

            EXAMPLE
              todayctl group watch group.org.example.list | jq .Values.count
            """)

    @OptionGroup var group: GroupArgument

    @Flag(help: "Print JSON, which it does anyway.")
    var json = false

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        try await ending.print(try await group.client().events()) { $0.json }
    }
}
