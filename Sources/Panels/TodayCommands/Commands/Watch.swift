internal import ArgumentParser
internal import TodayHost

/// `todayctl watch`.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints every change as one JSON object a line, for programs.",
        discussion: """
            The first lines give the state as it is: 'added' for each widget, then 'today', and 'stored' if what is \
            changed cannot be stored. The same lines come again \
            when the center has restarted. A reader that falls behind gets the latest state of each widget instead of \
            each change. It only listens: no widget is updated because of it. It ends when its reader goes, and with \
            exit code 69 when the bus goes.

            Each object has Event, and
              added          Identifier, Properties (all of them)
              changed        Identifier, Properties (those that changed)
              removed        Identifier
              today          Today (identifiers to show, in order), Arrangement
              stored         StateStored (false when changes will not survive a
                             restart), StateError (why that is)
              updated        Identifier, Result, Revision, DurationUsec, Error,
                             ErrorKind
              misunderstood  Identifier, Error (a value that this program cannot read)
              unavailable    Error (the center went; what was added is gone)

            Properties have their names on the bus: Name, HasContent, Content, Error, ... New keys and events may be \
            added.

            EXAMPLE
              todayctl watch | jq -r 'select(.Result == "failed") | .Identifier'
            """)

    @Flag(help: "Print JSON, which it does anyway.")
    var json = false

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        let host = try await TodayViewHost.session()
        try await ending.print(await host.events()) { $0.json }
    }
}
