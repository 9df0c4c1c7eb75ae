internal import TodayHost
internal import TodayModel

/// Where a live view is drawn: the alternate screen of a terminal, or one frame after the other.
struct Screen {
    private let output: Output
    private let style: Style
    /// The lines above the view, on a terminal.
    private let title: [String]
    private var isOpen = false
    private var lastFrame = ""

    init(_ output: Output, style: Style, title: [String]) {
        self.output = output
        self.style = style
        self.title = title
    }

    /// The cells of a line where there is no terminal to ask.
    static let defaultWidth = 80

    mutating func open() throws(OutputError) {
        guard output.isTerminal else { return }
        isOpen = true
        // The alternate screen, without a cursor.
        try output.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Gives the terminal back as it was.
    mutating func close() {
        guard isOpen else { return }
        isOpen = false
        // When nobody looks any more, nothing is left to be restored.
        try? output.write("\u{1B}[?25h\u{1B}[?1049l")
    }

    /// Draws a view, if it looks other than the last.
    mutating func draw(_ view: TodayView, now: Timestamp) throws(OutputError) {
        let frame = isOpen ? terminalFrame(view, now) : plainFrame(view, now)
        if frame == lastFrame { return }
        try output.write(frame)
        lastFrame = frame
    }

    private func plainFrame(_ view: TodayView, _ now: Timestamp) -> String {
        let context = PlainText.Context(now: now, width: Self.defaultWidth)
        let text = view.textLines(context).map { style.text(of: $0) }.joined(separator: "\n")
        // Frames are an empty line apart, as widgets are; a reader goes by the first widget.
        return text + "\n\n"
    }

    /// A frame that overwrites the former one in place, in one piece where the terminal can (mode 2026).
    private func terminalFrame(_ view: TodayView, _ now: Timestamp) -> String {
        let (rows, columns) = output.size ?? (24, Self.defaultWidth)
        // The last column stays free: erasing to the end of a full line would take its last character.
        let context = PlainText.Context(now: now, width: max(columns - 1, 1))
        var lines = title.map { style.text(of: TextLine(.footer, String($0.prefix(columns - 1)))) } + [""]
        lines += view.textLines(context).map { style.text(of: $0) }
        if lines.count > rows {
            let more = lines.count - rows + 1
            lines = lines.dropLast(more) + [style.text(of: TextLine(.footer, "… \(more) more lines"))]
        }
        let body = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
        return "\u{1B}[?2026h\u{1B}[H" + body + "\u{1B}[J\u{1B}[?2026l"
    }
}
