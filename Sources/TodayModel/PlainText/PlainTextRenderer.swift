internal import DBus

/// Draws a tree as text, and takes note of when the drawing will be out of date.
struct PlainTextRenderer {
    private let now: UInt64
    private let displayMode: DisplayMode
    private let width: Int
    private let isLocked: Bool

    /// Whether the row that is drawn has a text with the percentage, so that its bars need none.
    private var rowTellsPercent = false

    /// The earliest moment after `now`, in µs, at which what was drawn changes.
    private(set) var nextChange: UInt64?

    init(_ context: PlainText.Context) {
        now = context.now.microseconds
        displayMode = context.displayMode
        width = min(max(context.width, 1), 1000)
        isLocked = context.locked
    }

    /// Draws a whole tree.
    mutating func text(of root: Content) -> String { block(for: root, level: 1, isInRow: false).text(width: width) }

    private mutating func block(for node: Content, level: Int, isInRow: Bool) -> TextBlock {
        // A valid tree is never deeper.
        guard level <= Limits.depth, isShown(node) else { return .empty }
        guard let kind = ContentKind(rawValue: node.kind) else {
            if let fallback = node.string("fallback") { return paragraph(fallback) }
            return .column(blocks(for: node.children, level: level, isInRow: false))
        }
        switch kind {
        case .column: return .column(blocks(for: node.children, level: level, isInRow: false))
        case .row:
            let before = rowTellsPercent
            defer { rowTellsPercent = before }
            rowTellsPercent = node.children.contains { $0.kind == "text" && $0.string("text")?.hasSuffix("%") == true }
            return .row(blocks(for: node.children, level: level, isInRow: true), width: width)
        case .grid:
            let columns = node.integer("columns") ?? 2
            let cells = blocks(for: node.children, level: level, isInRow: true)
            return .grid(cells, columns: min(max(columns, 1), 16), width: width)
        case .list: return list(node, level: level)
        case .text: return paragraph(node.string("text") ?? "", lines: node.integer("lines") ?? 0)
        case .timer: return paragraph(timer(node))
        case .progress:
            let percent = percent(of: node)
            return TextBlock(ProgressText.text(percent: percent, width: width, isLabelled: !rowTellsPercent))
        case .image: return paragraph(node.string("description") ?? node.string("accessible-label") ?? "")
        case .button: return TextBlock("[\(node.string("label") ?? "")]")
        case .toggle: return TextBlock("[\(node.boolean("value") ? "x" : " ")] \(node.string("label") ?? "")")
        case .chart: return TextBlock(chart(node))
        case .divider: return isInRow ? TextBlock("│") : .rule
        case .spacer: return .empty
        }
    }

    /// Draws several nodes, and leaves out those of which nothing is to be seen.
    private mutating func blocks(for nodes: [Content], level: Int, isInRow: Bool) -> [TextBlock] {
        var blocks: [TextBlock] = []
        for node in nodes {
            let block = block(for: node, level: level + 1, isInRow: isInRow)
            if !block.isEmpty { blocks.append(block) }
        }
        return blocks
    }

    private mutating func list(_ node: Content, level: Int) -> TextBlock {
        let limit = node.integer("visible-rows") ?? 0
        var rows = blocks(for: node.children, level: level, isInRow: false)
        if limit > 0, rows.count > limit {
            let more = rows.count - limit
            rows.removeLast(more)
            rows.append(TextBlock("… \(more) more"))
        }
        return .column(rows)
    }

    private func paragraph(_ text: String, lines: Int = 0) -> TextBlock {
        TextBlock(wrapping: text, width: width, lines: lines)
    }

    private mutating func note(_ moment: UInt64?) {
        guard let moment, moment > now else { return }
        nextChange = min(nextChange ?? moment, moment)
    }

    private mutating func isShown(_ node: Content) -> Bool {
        if isLocked, node.boolean("private") { return false }
        let mode = DBusValue.string(displayMode.rawValue)
        if let modes = node.attributes["modes"]?.elements, !modes.contains(mode) { return false }
        let end = node.timestamp("show-before") ?? .max
        if now >= end { return false }
        if let start = node.timestamp("show-after"), now < start {
            if start < end { note(start) }
            return false
        }
        if end < .max { note(end) }
        return true
    }

    private mutating func timer(_ node: Content) -> String {
        let style = node.string("style")
        let text: TimerText
        if let until = node.timestamp("until") {
            let finished = node.string("finished-text") ?? "0:00"
            text =
                style == "relative"
                ? .relative(until: until, now: now, finished: finished)
                : .countdown(until: until, now: now, finished: finished)
        } else if let since = node.timestamp("since") {
            text = style == "relative" ? .relative(since: since, now: now) : .elapsed(since: since, now: now)
        } else {
            return ""
        }
        note(text.nextChange)
        return text.text
    }

    /// The percentage of a progress, or nil if it is indeterminate.
    private mutating func percent(of node: Content) -> Int? {
        if let value = node.number("value") { return ProgressText.percent(of: value) }
        guard let since = node.timestamp("since"), let until = node.timestamp("until") else { return nil }
        let (percent, next) = ProgressText.percent(since: since, until: until, now: now)
        note(next)
        return percent
    }

    private func chart(_ node: Content) -> String {
        let values = (node.attributes["values"]?.elements ?? []).compactMap(\.number)
        return ChartText.text(values, minimum: node.number("minimum"), maximum: node.number("maximum"), width: width)
    }
}

/// Reading attributes of a tree that may not have been validated.
extension Content {
    fileprivate func string(_ name: String) -> String? {
        if case .string(let text)? = attributes[name] { text } else { nil }
    }

    fileprivate func boolean(_ name: String) -> Bool { attributes[name] == .boolean(true) }

    fileprivate func number(_ name: String) -> Double? { attributes[name]?.number }

    fileprivate func integer(_ name: String) -> Int? { attributes[name]?.integer.map { Int(clamping: $0) } }

    fileprivate func timestamp(_ name: String) -> UInt64? { attributes[name]?.integer.map { UInt64(clamping: $0) } }
}
