internal import DBus

/// Draws a tree as text, and takes note of when the drawing will be out of date.
struct PlainTextRenderer {
    /// What a line of text may have.
    private let width: Int
    /// What is drawn across has an end all the same.
    private let drawnWidth: Int
    private var moment: ContentMoment

    /// Whether the row that is drawn has a text with the percentage, so that its bars need none.
    private var rowTellsPercent = false

    /// The earliest moment after that of the drawing, in µs, at which what was drawn changes.
    var nextChange: UInt64? { moment.nextChange }

    init(_ context: PlainText.Context) {
        width = max(context.width, 1)
        drawnWidth = width > 1000 ? 80 : width
        moment = ContentMoment(now: context.now, displayMode: context.displayMode, isLocked: context.locked)
    }

    /// Draws a whole tree.
    mutating func text(of root: Content) -> String {
        block(for: root, level: 1, isInRow: false).text(width: drawnWidth)
    }

    private mutating func block(for node: Content, level: Int, isInRow: Bool) -> TextBlock {
        // A valid tree is never deeper.
        guard level <= Limits.depth, moment.shows(node) else { return .empty }
        guard let kind = ContentKind(rawValue: node.kind) else {
            if let fallback = node.text(.fallback) { return paragraph(fallback) }
            return .column(blocks(for: node.children, level: level, isInRow: false))
        }
        switch kind {
        case .column: return .column(blocks(for: node.children, level: level, isInRow: false))
        case .row:
            let before = rowTellsPercent
            defer { rowTellsPercent = before }
            rowTellsPercent = node.children.contains {
                ContentKind(rawValue: $0.kind) == .text && $0.string(.text)?.hasSuffix("%") == true
            }
            return .row(blocks(for: node.children, level: level, isInRow: true), width: width)
        case .grid:
            let columns = node.integer(.columns)
            let cells = blocks(for: node.children, level: level, isInRow: true)
            return .grid(cells, columns: min(max(columns, 1), 16), width: width)
        case .list: return list(node, level: level)
        case .text: return paragraph(node.text(.text) ?? "", lines: node.integer(.lines))
        case .timer: return paragraph(moment.timer(node)?.text ?? "")
        case .progress:
            let percent = percent(of: node)
            return TextBlock(ProgressText.text(percent: percent, width: width, isLabelled: !rowTellsPercent))
        case .image: return paragraph(node.text(.description) ?? node.text(.accessibleLabel) ?? "")
        case .button: return TextBlock("[\(node.text(.label) ?? "")]")
        case .toggle: return TextBlock("[\(node.boolean(.value) ? "x" : " ")] \(node.text(.label) ?? "")")
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
        let limit = node.integer(.visibleRows)
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

    /// The percentage of a progress, or nil if it is indeterminate.
    private mutating func percent(of node: Content) -> Int? {
        if let value = node.number(.value) { return ProgressText.percent(of: value) }
        guard let since = node.moment(.since), let until = node.moment(.until) else { return nil }
        let (percent, next) = ProgressText.percent(since: since, until: until, now: moment.now)
        moment.note(next)
        return percent
    }

    private func chart(_ node: Content) -> String {
        let values = (node[.values]?.elements ?? []).compactMap(\.number)
        return ChartText.text(
            values, minimum: node.number(.minimum), maximum: node.number(.maximum), width: drawnWidth)
    }
}
