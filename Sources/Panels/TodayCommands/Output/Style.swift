internal import TodayPlatform
internal import TodayHost

/// The colors of a terminal, or none.
struct Style: Sendable {
    let usesColor: Bool

    /// Uses colors only on a terminal that isn't dumb, and not with `NO_COLOR` (https://no-color.org).
    init(for output: Output) {
        usesColor = output.supportsEscapes && Environment["NO_COLOR"] == nil
    }

    init(usesColor: Bool) { self.usesColor = usesColor }

    private func wrap(_ code: String, _ text: String) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    func bold(_ text: String) -> String { wrap("1", text) }

    func text(of lines: [TextLine]) -> String { lines.map { text(of: $0) }.joined(separator: "\n") }

    func text(of line: TextLine) -> String {
        switch line.role {
        case .header: wrap("1", line.text)
        case .content, .blank: line.text
        case .placeholder, .footer: wrap("2", line.text)
        case .error: wrap("31", line.text)
        }
    }
}
