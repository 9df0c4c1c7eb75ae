internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// The output of a live view: the alternate screen of a terminal, or a sequence of frames.
struct Screen {
    private let output: Output
    private let style: Style
    /// The lines above the view, on a terminal.
    private let title: [String]
    private var isOpen = false
    private var lastFrame = ""
    /// The first visible line of the view.
    private var offset = 0
    /// The number of visible lines in the last frame.
    private var page = 1

    init(_ output: Output, style: Style, title: [String]) {
        self.output = output
        self.style = style
        self.title = title
    }

    /// The cells of a line if a terminal doesn't report its size.
    static let defaultWidth = 80

    /// Returns the cells of a line of an output: from `COLUMNS`, or the terminal. Output for a program isn't wrapped.
    static func width(of output: Output = .standard) -> Int {
        if let columns = Environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return output.isTerminal ? output.size?.columns ?? defaultWidth : .max
    }

    mutating func open() throws(OutputError) {
        guard output.supportsEscapes else { return }
        isOpen = true
        // The alternate screen, without a cursor.
        try output.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Restores the terminal.
    mutating func close() {
        guard isOpen else { return }
        isOpen = false
        // If the terminal is closed, nothing needs to be restored.
        try? output.write("\u{1B}[?25h\u{1B}[?1049l")
    }

    /// Scrolls the next frame.
    mutating func scroll(_ key: ViewKey) {
        switch key {
        case .up: offset -= 1
        case .down: offset += 1
        case .pageUp: offset -= page
        case .pageDown: offset += page
        case .top: offset = 0
        case .bottom: offset = .max / 2
        case .quit: break
        }
    }

    /// Draws a view if it looks different from the last one.
    mutating func draw(_ view: ViewGracePeriod, now: Timestamp) throws(OutputError) {
        let frame = isOpen ? terminalFrame(view, now) : plainFrame(view, now)
        if frame == lastFrame { return }
        try output.write(frame)
        lastFrame = frame
    }

    private func plainFrame(_ view: ViewGracePeriod, _ now: Timestamp) -> String {
        let context = PlainText.Context(now: now, width: Self.width(of: output))
        let absence = view.absenceLine.map { [$0, TextLine(.blank, "")] } ?? []
        // A blank line separates frames, as it separates widgets. The first widget marks a new frame for the reader.
        return style.text(of: absence + view.textLines(context)) + "\n\n"
    }

    /// Returns a frame that overwrites the former one in place, atomically if the terminal can (mode 2026).
    private mutating func terminalFrame(_ view: ViewGracePeriod, _ now: Timestamp) -> String {
        let (rows, columns) = output.size ?? (24, Self.defaultWidth)
        // The last column stays free: erasing to the end of a full line would take its last character.
        let context = PlainText.Context(now: now, width: max(columns - 1, 1))
        let lines = view.textLines(context).map { style.text(of: $0) }
        // The lines that are always visible. The terminal wraps long lines, so that the user can copy each as one line.
        let head = title.map { TextLine(.footer, $0) } + (view.absenceLine.map { [$0] } ?? [])
        let headRows = head.reduce(1) { $0 + max(1, (CellWidth.cells(of: $1.text) + columns - 1) / columns) }
        let body = visible(lines, rows: max(rows - headRows, 0)).map { $0 + "\u{1B}[K" }
        let frame = (head.map { headLine($0, columns) } + ["\u{1B}[K"] + body).joined(separator: "\r\n")
        return "\u{1B}[?2026h\u{1B}[H" + frame + "\u{1B}[J\u{1B}[?2026l"
    }

    /// Returns a line above the view. A line that fills its last row leaves nothing to erase.
    private func headLine(_ line: TextLine, _ columns: Int) -> String {
        let isFull = !line.text.isEmpty && CellWidth.cells(of: line.text) % columns == 0
        return style.text(of: line) + (isFull ? "" : "\u{1B}[K")
    }

    /// Returns the visible lines; the last one says how many lines follow.
    private mutating func visible(_ lines: [String], rows: Int) -> [String] {
        let last = max(lines.count - rows, 0)
        offset = min(max(offset, 0), last)
        page = max(rows - 1, 1)
        if rows == 0 || offset == last { return Array(lines[offset...].prefix(rows)) }
        let more = lines.count - offset - rows + 1
        return lines[offset..<(offset + rows - 1)]
            + [style.text(of: TextLine(.footer, trn("… {count} more line", "… {count} more lines", more)))]
    }
}
