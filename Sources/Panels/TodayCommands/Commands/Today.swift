internal import ArgumentParser
internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// `todayctl today`.
struct Today: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the Today view in the terminal and keeps it current.",
        discussion: """
            While the command runs, it counts as a visible panel, so the center updates the widgets. Press q or Ctrl-C \
            to quit. Scroll with the arrow keys, Page Up, Page Down, Home and End. If the output isn't a terminal, the \
            command prints the whole view again after each change. With --host, it connects again if the connection is \
            lost.

            --once prints the current view and exits. If widgets have never been updated, for example because you just \
            installed them, the command first updates them. It waits at most 25 seconds.

            --once --json prints an object with these keys:
              Today        the identifiers of the widgets to show, in order
              Arrangement  the identifiers of all added widgets, in order
              Widgets      an array with all properties of each widget to show
              StateStored  false if changes won't survive a restart
              StateError   the reason

            To get changes as JSON, use 'todayctl watch'.

            EXAMPLES
              todayctl today
              todayctl today --once --json | jq -r '.Widgets[].Name'
            """)

    @Flag(help: "Print the view once and exit.")
    var once = false

    @Flag(help: "Print JSON; requires --once.")
    var json = false

    func validate() throws {
        if json, !once { throw ValidationError("--json needs --once; 'todayctl watch' prints changes as JSON") }
    }

    func run() async throws {
        if once {
            let view = try await TodayView.readOnce()
            return try Output.standard.print(json ? view.json.pretty : view.styledText(for: .standard))
        }
        let ending = Ending()
        ending.endOnSignal()
        guard let host = try await ending.opened({ try await TodayViewHost.session(viewing: .terminal) }) else {
            return
        }
        ending.endWhenReaderCloses(of: .standard)
        let title = CenterHost.current.map { "\(tr("Today")) · \($0.text)" } ?? tr("Today")
        let display = LiveDisplay(
            views: CenterFollower(host, viewing: .terminal).views(), ending: ending, output: .standard, title: title)
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
