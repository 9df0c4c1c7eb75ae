internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// `todayctl list`.
struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists all widgets, starting with those added to Today.",
        discussion: """
            The columns are:
              SHOWN      yes if the widget is in Today, empty if it is added but has
                         nothing to show, no if it isn't added
              CONTENT    yes or no; not yet before the first update
              STATE      idle, updating, failed after a failed update, suspended after
                         crashes, unavailable if its program isn't running and can't start
              UPDATED    the age of the content
              ATTENTION  badge or alert, with its count, if any widget asks for attention

            --json prints an array with the properties of each widget except its content. They have the same names as \
            on the bus. Today shows the widgets for which Arranged and HasContent are true. Times are in microseconds \
            since 1970.

            EXAMPLE
              todayctl list --json | jq -r '.[] | select(.State == "idle").Name'
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let view = try await TodayViewHost.session().view
        let widgets = view.allWidgets
        if json {
            let members = Set(WidgetMember.allCases).subtracting([.content])
            return try Output.standard.print(JSON.array(widgets.map { $0.json(members) }).pretty)
        }
        if widgets.isEmpty { return try Output.report(tr("no widgets yet")) }
        try Output.standard.print(
            Self.table(
                widgets.map(view.named), now: WallClock.now, style: Style(for: .standard), width: Screen.width()))
    }

    static func table(_ widgets: [WidgetProperties], now: Timestamp, style: Style, width: Int) -> String {
        let hasBadges = widgets.contains { $0.attention != .none }
        var table = Table(
            header: [
                trc("column", "IDENTIFIER"), trc("column", "NAME"), trc("column", "SHOWN"), trc("column", "CONTENT"),
                trc("column", "STATE"), trc("column", "UPDATED"),
            ] + (hasBadges ? [trc("column", "ATTENTION")] : []))
        for widget in widgets {
            table.add(
                [
                    widget.identifier.rawValue, widget.title, shown(widget), content(of: widget), state(of: widget),
                    updated(widget, now),
                ] + (hasBadges ? [attention(of: widget)] : []))
        }
        let lines = table.lines(width: width, cutting: 1)
        return ([style.bold(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    }

    private static func updated(_ widget: WidgetProperties, _ now: Timestamp) -> String {
        let isUndated = widget.updatedAt == .never ? !widget.content.isEmpty : !widget.isDated
        return isUndated ? "-" : ContentAge.text(since: widget.updatedAt, now: now)
    }

    private static func attention(of widget: WidgetProperties) -> String {
        guard let badge = widget.cardBadge else { return "" }
        let word = badge.isAlert ? trc("attention", "alert") : trc("attention", "badge")
        return [word, badge.count].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func shown(_ widget: WidgetProperties) -> String {
        if !widget.arranged { return tr("no") }
        // Translators: in the column SHOWN: the widget is added, but has nothing to show.
        return widget.hasContent ? tr("yes") : tr("empty")
    }

    private static func content(of widget: WidgetProperties) -> String {
        if !widget.content.isEmpty { return tr("yes") }
        return widget.hasContent && widget.updatedAt == .never ? tr("not yet") : tr("no")
    }

    /// Returns the state. An idle widget whose last update failed is likely to fail again, so it says so.
    private static func state(of widget: WidgetProperties) -> String {
        widget.state == .idle && widget.lastResult == .failed ? UpdateResult.failed.word : widget.state.word
    }
}
