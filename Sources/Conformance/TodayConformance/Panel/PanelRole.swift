internal import ArgumentParser

/// `today-conformance panel`.
struct PanelRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel",
        abstract: "Tries a panel.",
        discussion: """
            A bus of its own is started, with a center that plays an evening: widgets come and go, change, tick and fail, \
            the session is locked, the center is another one. The panel is whatever three commands for sh make of it. One \
            starts it; one prints all that it shows, as text, without what is scrolled away being left out; one does what a \
            tap does on a node, of which it finds the widget's identifier in TODAY_WIDGET, its name in TODAY_NAME, the text \
            on the node in TODAY_TEXT and its id in TODAY_NODE. If TODAY_VALUE is set, it moves the slider to this number, or \
            enters this text in the entry; a command that can't ends with status 77. Without the last one taps are not tried.

            EXAMPLE
              today-conformance panel --start 'my-panel --test' --dump 'my-panel-text' --activate 'my-panel-tap "$TODAY_TEXT"'
            """)

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("Starts the panel.", valueName: "command"))
    var start: String?

    @Option(help: ArgumentHelp("Prints what is shown.", valueName: "command"))
    var dump: String?

    @Option(help: ArgumentHelp("Taps a node.", valueName: "command"))
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
