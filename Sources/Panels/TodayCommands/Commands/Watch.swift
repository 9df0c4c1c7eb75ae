internal import ArgumentParser
internal import TodayHost

/// `todayctl watch`.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints every change as one JSON object per line, for programs.",
        discussion: """
            The first lines give the current state: 'added' for each widget, then 'today', and 'stored' if changes \
            cannot be stored. They come again when the center has restarted. A slow reader gets the latest state of \
            each widget instead of each change. The command only listens; it causes no updates. It ends when its \
            reader closes the output, and exits with 69 if it loses the bus.

            Each object has Event, and
              added          Identifier, Properties (all of them)
              changed        Identifier, Properties (the changed ones)
              removed        Identifier
              today          Today (identifiers to show, in order), Arrangement
              stored         StateStored (false when changes will not survive a
                             restart), StateError (the reason)
              updated        Identifier, Result, Revision, DurationUsec, Error,
                             ErrorKind
              misunderstood  Identifier, Error (a value that this program cannot read)
              unavailable    Error (the center stopped; all widgets are gone)

            Properties have their names on the bus: Name, HasContent, Content, Error, ... New keys and events may be \
            added.

            EXAMPLE
              todayctl watch | jq -r 'select(.Result == "failed") | .Identifier'
            """)

    @Flag(help: "Print JSON (always on).")
    var json = false

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        let host = try await TodayViewHost.session()
        try await ending.print(await host.events()) { $0.json }
    }
}
