/// Lines of text that stand together.
struct TextBlock {
    private enum Line {
        case text(String, cells: Int)
        /// A line across the whole width, which isn't known yet.
        case rule

        var cells: Int { if case .text(_, let cells) = self { cells } else { 1 } }

        var isRule: Bool { if case .rule = self { true } else { false } }

        func text(width: Int) -> String {
            switch self {
            case .text(let text, _): text
            case .rule: String(repeating: "─", count: width)
            }
        }
    }

    private var lines: [Line]

    /// No lines.
    static let empty = TextBlock(lines: [])
    /// A line across.
    static let rule = TextBlock(lines: [.rule])

    private init(lines: [Line]) { self.lines = lines }

    /// One line, or several if `text` has line feeds.
    init(_ text: String) { self.init(wrapping: text, width: .max) }

    /// Wraps text into lines of at most `width` cells. Lines beyond `limit` are cut; 0 means no limit.
    init(wrapping text: String, width: Int, lines limit: Int = 0) {
        let wrapped = TextWrapping.lines(of: text, width: width, limit: limit)
        lines = wrapped.map { .text($0, cells: CellWidth.cells(of: $0)) }
    }

    var isEmpty: Bool { lines.isEmpty }

    /// The cells of the widest line.
    var cells: Int { lines.reduce(0) { max($0, $1.cells) } }

    /// The lines joined by line feeds; a rule is as long as `width`.
    func text(width: Int) -> String { lines.map { $0.text(width: width) }.joined(separator: "\n") }

    /// The lines with spaces before them; a rule is as long as `width`.
    func indented(by spaces: Int, width: Int) -> TextBlock {
        let space = String(repeating: " ", count: spaces)
        return TextBlock(
            lines: lines.map { line in
                let text = line.text(width: width)
                return text.isEmpty ? line : .text(space + text, cells: spaces + (line.isRule ? width : line.cells))
            })
    }

    /// Blocks below one another.
    static func column(_ blocks: [TextBlock]) -> TextBlock { TextBlock(lines: blocks.flatMap(\.lines)) }

    /// Joins blocks side by side, two spaces apart; a block that doesn't fit into `width` starts below.
    static func row(_ blocks: [TextBlock], width: Int) -> TextBlock {
        var lines: [Line] = []
        var group: [TextBlock] = []
        var cells = 0
        for block in blocks {
            let added = block.cells
            if !group.isEmpty, cells + 2 + added > width {
                lines += joined(group, cells: group.map(\.cells))
                group = []
            }
            cells = group.isEmpty ? added : cells + 2 + added
            group.append(block)
        }
        return TextBlock(lines: lines + joined(group, cells: group.map(\.cells)))
    }

    /// Arranges blocks in columns of even width, two spaces apart; in fewer columns if they don't fit into `width`. An
    /// empty column takes no space.
    static func grid(_ blocks: [TextBlock], columns: Int, width: Int) -> TextBlock {
        var count = max(min(columns, blocks.count), 1)
        while true {
            let widths = (0..<count).map { column in
                stride(from: column, to: blocks.count, by: count).reduce(0) { max($0, blocks[$1].cells) }
            }
            if count > 1, widths.reduce(-2, { $0 + ($1 > 0 ? $1 + 2 : 0) }) > width {
                count -= 1
                continue
            }
            let rows = stride(from: 0, to: blocks.count, by: count).map { start in
                joined(Array(blocks[start..<min(start + count, blocks.count)]), cells: widths)
            }
            return TextBlock(lines: Array(rows.joined()))
        }
    }

    /// Joins blocks side by side, each padded to its number of cells.
    private static func joined(_ blocks: [TextBlock], cells: [Int]) -> [Line] {
        let height = blocks.reduce(0) { max($0, $1.lines.count) }
        return (0..<height).map { index in
            var text = ""
            var used = 0
            var wanted = 0
            for (block, width) in zip(blocks, cells) {
                if index < block.lines.count {
                    let line = block.lines[index]
                    text += String(repeating: " ", count: wanted - used) + line.text(width: block.cells)
                    used = wanted + (line.isRule ? block.cells : line.cells)
                }
                if width > 0 { wanted += width + 2 }
            }
            return .text(text, cells: used)
        }
    }
}
