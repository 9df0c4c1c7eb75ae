internal import TodayModel

/// Reads plain text: the first line is the headline, the rest is the body.
enum PlainTextReader {
    static func read(_ text: String, isUrgent: Bool) -> ScriptOutput {
        var output = ScriptOutput(format: .text)
        for (_, line) in Lines(text) {
            if output.body.count >= MenuReader.mostRows {
                output.omitted += 1
                continue
            }
            var row = ScriptRow()
            row.spans = StyledText.spans(output.headline.isEmpty ? String(line.trimmed) : String(line))
            if row.isBlank { continue }
            if !output.headline.isEmpty {
                output.body.append(row)
            } else {
                if isUrgent { row.color = .error }
                output.headline.append(row)
            }
        }
        return output
    }
}
