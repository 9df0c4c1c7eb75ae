internal import ArgumentParser
internal import TodayHost

/// `todayctl watch`.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints every change as one JSON object per line.",
        discussion: """
            The first lines describe the current state: 'added' for each widget, then 'today', and 'stored' if the \
            center can't store changes. After the center restarts, the command prints them again. A slow reader gets \
            the latest state of each widget instead of each change.

            The command doesn't cause updates. It ends when the reader closes the pipe, and exits with 69 if it loses \
            the bus. With --host, it connects again and prints the state again.

            Each object has Event and these keys:
              added          Identifier, Properties (all of them)
              changed        Identifier, Properties (the changed ones)
              removed        Identifier
              today          Today (identifiers of the widgets to show, in order),
                             Arrangement
              stored         StateStored (false if changes won't survive a restart),
                             StateError (the reason)
              updated        Identifier, Result, Revision, DurationUsec, Error,
                             ErrorKind
              misunderstood  Identifier, Error (a value that this program can't read)
              unavailable    Error (the center stopped; all widgets are gone)

            Properties have the same names as on the bus: Name, HasContent, Content, Error, ... Later versions may add \
            keys and events.

            EXAMPLE
              todayctl watch | jq -r 'select(.Result == "failed") | .Identifier'
            """)

    @Flag(help: "Print JSON (always on).")
    var json = false

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        guard let host = try await ending.opened({ try await TodayViewHost.session() }) else { return }
        try await ending.print(CenterFollower(host).events()) { $0.json }
    }
}
