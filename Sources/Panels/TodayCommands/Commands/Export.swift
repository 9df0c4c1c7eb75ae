internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl export`.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints your choices in Today as a file for 'todayctl import'.",
        discussion: """
            The file contains, as JSON, the arrangement, and the display mode, options and settings of each widget \
            and copy. For scripts, it contains names and SHA-256 hashes, to recognize them. It never contains the \
            text of scripts, content of widgets, values of App Groups, or passwords of bridge.conf.

            EXAMPLE
              todayctl export > today.json
            """)

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        let state = try await ImportPlan.State.read(center)
        let export = TodayExport(
            arrangement: state.arrangement, known: Array(state.known.values), scripts: state.scripts)
        let text = export.text
        if text.utf8.count > TodayExport.maximumBytes {
            throw CommandFailure(
                .failed,
                "the export is \(text.utf8.count) bytes long, more than the \(TodayExport.maximumBytes) that import reads"
            )
        }
        try Output.standard.print(text)
    }
}
