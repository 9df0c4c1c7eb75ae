internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel
internal import TodayProtocol

/// `todayctl list`.
struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists all widgets: the arranged ones in their order, then the others.",
        discussion: """
            CONTENT is whether the widget has anything to show, STATE what its program is doing, RESULT how its last \
            update ended, UPDATED how old its content is.

            With --json: an array with the properties of each widget under their names on the bus, without the \
            content; times in microseconds since 1970.

            EXAMPLE
              todayctl list --json | jq -r '.[] | select(.State == "idle").Name'
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let widgets = try await TodayView.read().allWidgets
        if json {
            let members = Set(WidgetMember.allCases).subtracting([.content])
            return try Output.standard.print(JSON.array(widgets.map { $0.json(members) }).pretty)
        }
        if widgets.isEmpty { return try Output.report("there are no widgets") }
        try Output.standard.print(
            // Other programs want all of it, and a line for each widget.
            Self.table(
                widgets, now: WallClock.now, style: Style(for: .standard),
                width: Output.standard.isTerminal ? Screen.width : .max))
    }

    static func table(_ widgets: [WidgetProperties], now: Timestamp, style: Style, width: Int) -> String {
        var table = Table(header: ["IDENTIFIER", "NAME", "CONTENT", "STATE", "RESULT", "UPDATED"])
        for widget in widgets {
            table.add([
                widget.identifier.rawValue, widget.name.printable, widget.hasContent ? "yes" : "no",
                widget.state.rawValue, widget.lastResult?.rawValue ?? "-",
                AgeText.text(since: widget.updatedAt, now: now),
            ])
        }
        let lines = table.lines(width: width, cutting: 1)
        return ([style.bold(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    }
}

extension TodayView {
    /// The view of the center on the session bus at this moment.
    ///
    /// - Throws: ``CommandFailure`` when there is none.
    static func read() async throws -> TodayView {
        let host = TodayViewHost(try await Connection.open(.session))
        try await host.start()
        let view = await host.view
        if case .unavailable(let reason) = view.center { throw CommandFailure.noCenter(reason) }
        return view
    }
}
