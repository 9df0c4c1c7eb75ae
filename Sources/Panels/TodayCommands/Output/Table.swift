internal import TodayModel

/// Columns of text under a header.
struct Table {
    private var rows: [[String]]

    init(header: [String]) { rows = [header] }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// The narrowest width to which a column is cut.
    private static let leastWidth = 10

    /// Returns the lines, the header first, of at most `width` cells. The last column isn't padded.
    ///
    /// If the table is too wide, the column `index` is cut. Cells of the first column that are still too long get a
    /// line of their own, uncut, so that they can be copied.
    func lines(width: Int, cutting index: Int) -> [String] {
        let columns = (rows.first ?? []).indices
        var widths = columns.map { column in rows.map { CellWidth.cells(of: $0[column]) }.max() ?? 0 }
        let gaps = 2 * (widths.count - 1)
        let excess = widths.reduce(gaps, +) - width
        if excess > 0 { widths[index] = max(widths[index] - excess, min(widths[index], Self.leastWidth)) }
        let room = width - (widths.dropFirst().reduce(gaps, +))
        let firsts = rows.map { CellWidth.cells(of: $0[0]) }
        widths[0] = firsts.filter { $0 <= room }.max() ?? 0
        return rows.flatMap { row in
            var cells = row
            cells[index] = Self.cut(row[index], to: widths[index])
            if CellWidth.cells(of: row[0]) <= widths[0] { return [Self.line(cells, widths)] }
            cells[0] = ""
            return [row[0], Self.line(cells, widths)]
        }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        zip(cells, widths).enumerated().map { column, cell in
            let missing = column == cells.count - 1 ? 0 : cell.1 - CellWidth.cells(of: cell.0)
            return cell.0 + String(repeating: " ", count: max(missing, 0))
        }.joined(separator: "  ")
    }

    private static func cut(_ text: String, to width: Int) -> String {
        if CellWidth.cells(of: text) <= width { return text }
        var kept = text
        while !kept.isEmpty, CellWidth.cells(of: kept) >= width { kept.removeLast() }
        return kept + "…"
    }
}
