/// Draws a tree as text.
struct PlainTextRenderer {
    /// The maximum length of a line of text.
    private let width: Int
    /// The width of lines, bars and charts, which is limited even if that of text isn't.
    private let drawnWidth: Int

    /// The indentation of the nodes in a section.
    private static let indentation = 2

    init(width: Int) {
        self.width = max(width, 1)
        drawnWidth = width > 1000 ? 80 : self.width
    }

    /// Draws a whole tree.
    func text(of root: DrawnNode) -> String { block(for: root).text(width: drawnWidth) }

    /// - Parameters:
    ///   - isInRow: Whether it stands beside others, in a row or a grid.
    ///   - showsPercent: Whether a text in the row shows the percentage, and so replaces the label of a bar.
    private func block(for node: DrawnNode, isInRow: Bool = false, showsPercent: Bool = false) -> TextBlock {
        func blocks(
            _ children: some Sequence<DrawnNode> = node.children, inRow: Bool = false, percent: Bool = showsPercent
        ) -> [TextBlock] {
            children.map { block(for: $0, isInRow: inRow, showsPercent: percent) }
        }
        switch node.attributes.kind {
        case .column: return .column(blocks())
        case .row:
            let showsPercent = node.children.contains { child in
                guard case .text(let text, _, _, _, _) = child.attributes.kind else { return false }
                return ProgressText.isPercentage(text)
            }
            return .row(blocks(inRow: true, percent: showsPercent).filter { !$0.isEmpty }, width: width)
        case .grid(let columns, _): return .grid(blocks(inRow: true), columns: columns, width: width)
        case .list(let visibleRows):
            let excerpt = ListExcerpt(of: node.children.count, visibleRows: visibleRows, isOpen: false)
            let rows = blocks(node.children.prefix(excerpt.shown))
            if excerpt.hidden == 0 { return .column(rows) }
            // Translators: the rows of a list that aren’t shown.
            return .column(rows + [TextBlock(trn("… {count} more", "… {count} more", excerpt.hidden))])
        case .text(let text, _, _, let lines, _): return paragraph(text, lines: lines)
        case .timer(let text, _): return paragraph(text)
        case .progress(let fraction, _, _, let label):
            let percent = fraction.map(ProgressText.percent)
            if let label { return TextBlock(ProgressText.text(percent: percent, label: label, width: width)) }
            return TextBlock(ProgressText.text(percent: percent, width: width, isLabeled: !showsPercent))
        case .image(_, _, _, let description): return paragraph(description ?? node.attributes.accessibleLabel ?? "")
        case .button(let label, _, _):
            return TextBlock("[\(label.isEmpty ? node.attributes.accessibleLabel ?? "" : label)]")
        case .toggle(let label, let value), .checkbox(let label, let value):
            return TextBlock("[\(value ? "x" : " ")] \(label)")
        case .slider(let slider):
            let bar = ProgressText.bar(percent: ProgressText.percent(of: slider.fraction), width: width)
            return TextBlock([slider.label, bar].filter { !$0.isEmpty }.joined(separator: " "))
        case .clock(let text): return paragraph(text)
        case .entry(let label, _, _): return TextBlock("[\(label)…]")
        case .chart(let chart): return TextBlock(ChartText.text(chart, width: drawnWidth))
        case .section(let label, _):
            let inner = PlainTextRenderer(width: width - Self.indentation)
            let children = TextBlock.column(node.children.map { inner.block(for: $0, showsPercent: showsPercent) })
            return .column([
                paragraph(label), children.indented(by: Self.indentation, width: inner.drawnWidth),
            ])
        case .divider: return isInRow ? TextBlock("│") : .rule
        case .spacer: return .empty
        }
    }

    private func paragraph(_ text: String, lines: Int = 0) -> TextBlock {
        TextBlock(wrapping: text, width: width, lines: lines)
    }
}
