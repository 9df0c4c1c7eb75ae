internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl show`.
struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows one widget as text.",
        discussion: """
            --json prints only the content, as JSON in the form that 'todayctl push' takes. --properties prints every \
            property of the widget. With both, the command prints the properties as one JSON object.

            EXAMPLES
              todayctl show org.example.UsedSpace
              todayctl show --json org.example.UsedSpace | jq '.children[0]'
            """)

    @OptionGroup var widget: IdentifierArgument

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print all properties.")
    var properties = false

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        let properties = try await widget.ask { try await center.properties(of: $0) }
        try Output.standard.print(text(properties))
    }

    private func text(_ widget: WidgetProperties) -> String {
        switch (properties, json) {
        case (true, true): return widget.json().pretty
        case (true, false): return Self.list(widget)
        case (false, true): return widget.content.json(pretty: true)
        case (false, false):
            let context = PlainText.Context(now: WallClock.now, width: Screen.width())
            return Style(for: .standard).text(of: widget.textLines(context))
        }
    }

    /// Returns one property a line.
    static func list(_ widget: WidgetProperties) -> String {
        guard case .object(let members) = widget.json() else { return "" }
        let width = members.map(\.name.count).max() ?? 0
        return members.map { member in
            let value = if case .string(let text) = member.value { text.printable } else { member.value.line }
            let name = member.name + ":" + String(repeating: " ", count: width - member.name.count)
            return value.isEmpty ? member.name + ":" : name + " " + value
        }.joined(separator: "\n")
    }
}
