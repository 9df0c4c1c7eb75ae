public import TodayModel

extension TodayView {
    /// Returns the whole view for a terminal, line by line.
    ///
    /// - Parameter context: Its mode is ignored; each widget uses its own mode.
    public func textLines(_ context: PlainText.Context) -> [TextLine] {
        func message(_ role: TextLine.Role, _ text: String) -> [TextLine] {
            WidgetProperties.lines(role, text, context)
        }
        var blocks: [[TextLine]] = []
        switch center {
        case .connecting: blocks.append(message(.placeholder, tr("Connecting to Today…")))
        case .unavailable(let reason):
            // Translators: the reason is a sentence.
            blocks.append(message(.error, tr("No widgets: {reason}.", ["reason": reason.sentence])))
        case .available:
            blocks = widgets.map { named($0).textLines(context) }
            if blocks.isEmpty { blocks.append(message(.placeholder, emptiness)) }
        }
        for notice in notices { blocks.append(message(.error, "! " + notice)) }
        return Array(blocks.joined(separator: [TextLine(.blank, "")]))
    }

    /// Returns the lines of ``textLines(_:)`` joined by line feeds.
    public func plainText(_ context: PlainText.Context) -> String {
        textLines(context).map(\.text).joined(separator: "\n")
    }

    /// Returns the next time when the plain text changes without an update; nil if it never does.
    public func nextChange(after now: Timestamp) -> Timestamp? {
        widgets.compactMap { $0.nextChange(after: now) }.min()
    }

    private var emptiness: String {
        if known.isEmpty { return tr("No widgets yet.") }
        return arrangement.isEmpty ? tr("No widgets added.") : tr("Nothing to show right now.")
    }
}
