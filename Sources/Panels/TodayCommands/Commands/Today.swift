internal import ArgumentParser
internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// `todayctl today`.
struct Today: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the Today view in the terminal, and keeps it current.",
        discussion: """
            It counts as a visible panel, so widgets are updated while it runs. q or Ctrl-C ends it; the arrow keys, \
            Page Up, Page Down, Home and End scroll. Where the output is no terminal, each new look of the view is \
            printed below the last. With --once it prints what the center has, and ends. Only widgets that were never updated, as after their installation, are updated before, for \
            at most 25 seconds.

            With --once --json: an object with Today (identifiers to show, in order), Arrangement, Widgets, an array \
            with all properties of each widget to show, StateStored, which is false when changes will not survive a \
            restart, and StateError, why that is. 'todayctl watch' prints changes as JSON.

            EXAMPLES
              todayctl today
              todayctl today --once --json | jq -r '.Widgets[].Name'
            """)

    @Flag(help: "Print the view once.")
    var once = false

    @Flag(help: "Print JSON; with --once.")
    var json = false

    func validate() throws {
        if json, !once { throw ValidationError("--json goes with --once; 'todayctl watch' prints changes as JSON") }
    }

    func run() async throws {
        if once {
            let view = try await TodayView.readOnce()
            return try Output.standard.print(json ? view.json.pretty : view.styledText(for: .standard))
        }
        let ending = Ending()
        ending.endOnSignal()
        let host = try await TodayViewHost.session(viewing: .terminal)
        ending.endWhenReaderCloses(of: .standard)
        let display = LiveDisplay(
            views: await host.views(), ending: ending, output: .standard, title: "Today")
        try await display.run()
        try ending.check()
    }
}

extension ViewingOptions {
    /// The options with which a terminal registers as a visible panel.
    static var terminal: ViewingOptions {
        var options = ViewingOptions()
        options.name = "todayctl"
        options.locale = Environment.locale()
        return options
    }
}

extension TodayView {
    /// Returns the plain text at this moment, with colors if the output is a terminal.
    func styledText(for output: Output) -> String {
        Style(for: output).text(of: textLines(PlainText.Context(now: WallClock.now, width: Screen.width(of: output))))
    }
}
