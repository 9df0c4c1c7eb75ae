internal import ArgumentParser

/// `today-conformance panel`.
struct PanelRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel",
        abstract: "Tests a panel.",
        discussion: """
            The test starts its own bus with a scripted center, which adds, changes and removes widgets. The session \
            is locked, and another center replaces the first one. Three shell commands control the panel:

              --start     starts the panel
              --dump      prints as text everything that the panel shows, including parts that are scrolled out of view
              --activate  taps a node; if you omit it, taps aren't tested

            --activate gets the widget's identifier in TODAY_WIDGET, the widget's name in TODAY_NAME, the node's text \
            in TODAY_TEXT and the node's id in TODAY_NODE. If TODAY_VALUE is set, it must move the slider to this \
            number or enter this text. If it can't do this, it must exit with status 77.

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
