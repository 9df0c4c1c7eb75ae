internal import ArgumentParser

/// `today-conformance panel`.
struct PanelRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel",
        abstract: "Tests a panel.",
        discussion: """
            The test starts its own bus with a scripted center. Widgets come and go, change and fail, and clocks tick; \
            the session is locked, and another center replaces the first one. Three commands for sh drive the panel. \
            --start starts it. --dump prints as text everything that the panel shows, including parts that are \
            scrolled out of view. --activate taps a node, a part of the content. Without --activate, taps aren't \
            tested.

            The environment of --activate has these variables:
              TODAY_WIDGET  the identifier of the widget
              TODAY_NAME    the name of the widget
              TODAY_TEXT    the text of the node
              TODAY_NODE    the id of the node
              TODAY_VALUE   if set, the number for the slider or the text for the entry; a
                            command that can't set it exits with status 77

            EXAMPLE
              today-conformance panel --start 'my-panel --test' --dump 'my-panel-text' --activate 'my-panel-tap "$TODAY_TEXT"'
            """)

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("Start the panel with this command.", valueName: "command"))
    var start: String?

    @Option(help: ArgumentHelp("Print everything that the panel shows with this command.", valueName: "command"))
    var dump: String?

    @Option(help: ArgumentHelp("Tap a node with this command.", valueName: "command"))
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
