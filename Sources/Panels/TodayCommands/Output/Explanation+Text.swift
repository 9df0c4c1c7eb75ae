internal import TodayHost
internal import TodayModel

extension Explanation {
    /// Returns the sentence, a blank line, and a line for each key, wrapped to `width` cells.
    func text(about widget: WidgetIdentifier, now: Timestamp, style: Style, width columns: Int) -> String {
        let sentence = sentence(about: widget.rawValue)
        let rows = rows(now: now)
        let width = rows.map { CellWidth.cells(of: $0.title) }.max() ?? 0
        var lines: [String] = []
        if !sentence.isEmpty {
            lines = TextWrapping.lines(of: sentence, width: columns, limit: 0).map { style.bold($0) } + [""]
        }
        for row in rows {
            let wrapped = TextWrapping.lines(of: row.text, width: max(columns - width - 2, 20), limit: 0)
            for (index, text) in wrapped.enumerated() {
                let title = index == 0 ? row.title + ":" : ""
                lines.append(title + String(repeating: " ", count: width + 2 - CellWidth.cells(of: title)) + text)
            }
        }
        return lines.joined(separator: "\n")
    }
}
