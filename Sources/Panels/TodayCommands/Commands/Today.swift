internal import ArgumentParser
internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// `todayctl today`.
struct Today: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the Today view in the terminal and keeps it current.",
        discussion: """
            While it runs, it counts as a visible panel, so widgets are updated. Press q or Ctrl-C to quit; scroll \
            with the arrow keys, Page Up, Page Down, Home and End. If the output isn't a terminal, each change \
            prints the whole view again. With --once, it prints the current view and exits. Before that, it updates \
            widgets that were never updated, such as newly installed ones, for at most 25 seconds.

            With --once --json, it prints an object with Today (the identifiers to show, in order), Arrangement, \
            Widgets (an array with all properties of each widget to show), StateStored (false if changes will not \
            survive a restart) and StateError (the reason). 'todayctl watch' prints changes as JSON.

            EXAMPLES
              todayctl today
              todayctl today --once --json | jq -r '.Widgets[].Name'
            """)

    @Flag(help: "Print the view once.")
    var once = false

    @Flag(help: "Print JSON; needs --once.")
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
