/// The text of a widget's `Error` and of a refused tap: a sentence for users in the first line, technical details
/// below.
package struct ErrorText: Hashable, Sendable {
    /// The sentence for users, without a period.
    package let summary: String
    /// The technical details; nil if it has none.
    package let details: String?

    /// Parses a text. In a Python traceback, the last line is the summary and the whole text is the details.
    package init(_ text: String) {
        if text.hasPrefix("Traceback (most recent call last)"),
            let last = text.split(separator: "\n").last(where: { !$0.allSatisfy(\.isWhitespace) })
        {
            summary = String(last)
            details = text
            return
        }
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        summary = lines.first.map(String.init) ?? ""
        details = lines.count > 1 && !lines[1].allSatisfy(\.isWhitespace) ? String(lines[1]) : nil
    }

    /// Makes a text from its parts.
    package init(_ summary: String, details: String) { self.init(summary + "\n" + details) }

    /// Makes a text from a summary of one line, and the details of another text.
    package init(_ summary: String, detailsOf other: ErrorText) {
        self.summary = summary
        details = other.details
    }

    /// The text with both parts.
    package var text: String { details.map { summary + "\n" + $0 } ?? summary }

    /// Both parts on one line, for terminals.
    package var line: String {
        guard let details else { return summary }
        return summary + ": " + details.split(separator: "\n").joined(separator: " ")
    }

    /// The cause of the error, for diagnosis.
    package var cause: String { details ?? summary }

    /// Returns the most informative line: the first line that a program reports, or the line below a sentence of the
    /// center, which only names the kind of error.
    package func reason(_ kind: ErrorKind?) -> String {
        let isNamed = kind ?? .app != .app
        let lines = (isNamed || summary.allSatisfy(\.isWhitespace) ? details : nil)?.split(separator: "\n") ?? []
        return lines.first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? summary
    }
}
