internal import ArgumentParser

/// `today-conformance panel`.
struct PanelRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel",
        abstract: "Tests a panel.",
        discussion: """
            The test starts its own bus with a scripted center: widgets come and go, change, tick and fail, the session is \
            locked, and the center is replaced. Three commands for sh drive the panel. --start starts it. --dump prints as \
            text all that it shows, including parts that are scrolled out of view. --activate taps a node. Its environment \
            has the widget's identifier in TODAY_WIDGET, the widget's name in TODAY_NAME, the node's text in TODAY_TEXT and \
            the node's id in TODAY_NODE. If TODAY_VALUE is set, it moves the slider to this number, or enters this text in \
            the entry; a command that can't exits with status 77. Without --activate, taps aren't tested.

            EXAMPLE
              today-conformance panel --start 'my-panel --test' --dump 'my-panel-text' --activate 'my-panel-tap "$TODAY_TEXT"'
            """)

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("The command that starts the panel.", valueName: "command"))
    var start: String?

    @Option(help: ArgumentHelp("The command that prints what the panel shows.", valueName: "command"))
    var dump: String?

    @Option(help: ArgumentHelp("The command that taps a node.", valueName: "command"))
    var activate: String?

    func validate() throws {
        if !options.list, start == nil || dump == nil { throw ValidationError("--start and --dump are required") }
    }

    func run() async throws {
        let trial = PanelTrial(PanelHooks(start: start ?? "", dump: dump ?? "", activate: activate))
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await options.run { _ in PanelChecks(trial: trial).all }) } catch {
            outcome = .failure(error)
        }
        await trial.close()
        try outcome.get()
    }
}
