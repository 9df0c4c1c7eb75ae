internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl tap`.
struct Tap: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Taps a widget, like a click in a bar.",
        discussion: """
            The left button activates the first part of the widget that can be tapped. The middle button refreshes the \
            widget, and the right one switches between compact and expanded. A tap skips sliders and entries. To set \
            their values, use 'todayctl action'.

            EXAMPLE
              todayctl tap org.example.Timer
            """)

    @OptionGroup var widget: IdentifierArgument

    @Option(
        help: ArgumentHelp("Use this button: 1 is left, 2 middle, 3 right.", valueName: "number"),
        transform: { text in
            guard let button = Int(text).flatMap({ BarButton(rawValue: $0) }) else {
                throw ValidationError("\(text.printable) isn't 1, 2 or 3")
            }
            return button
        })
    var button = BarButton.left

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        if try await !widget.ask({ try await center.tap($0, button) }) {
            let takesValues = try await center.properties(of: widget.identifier).content.takesValues
            let values: KeyValuePairs = ["identifier": widget.identifier.rawValue]
            throw CommandFailure(
                .failed,
                takesValues
                    ? tr(
                        "no part of {identifier} can be tapped; to set a slider or an entry, use 'todayctl action'",
                        values)
                    : tr("no part of {identifier} can be tapped", values))
        }
        await center.warnOfStateTrouble()
    }
}

extension Content {
    /// Whether it has a slider or an entry.
    fileprivate var takesValues: Bool {
        [.slider, .entry].contains(ContentKind(rawValue: kind)) || children.contains(where: \.takesValues)
    }
}
