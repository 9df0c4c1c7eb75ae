internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl export`.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints your setup of Today as JSON, for 'todayctl import'.",
        discussion: """
            The output contains the arrangement (the list of widgets in Today). It also contains the display mode, \
            options and settings of each widget and copy. For scripts, it contains names and SHA-256 hashes, so that \
            'todayctl import' can recognize them. It never contains the text of scripts, the content of widgets, \
            values of App Groups, or passwords from bridge.conf. With --host, it doesn't contain scripts.

            EXAMPLE
              todayctl export > today.json
            """)

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let state = try await ImportPlan.State.read(center)
        let export = TodayExport(
            arrangement: state.arrangement, known: Array(state.known.values), scripts: state.scripts)
        let text = export.text
        if text.utf8.count > TodayExport.maximumBytes {
            throw CommandFailure(
                .failed,
                "the export has \(text.utf8.count) bytes; 'todayctl import' reads at most \(TodayExport.maximumBytes)"
            )
        }
        try Output.standard.print(text)
    }
}
