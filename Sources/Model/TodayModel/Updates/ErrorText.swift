/// What a widget's `Error` and the refusal of a tap say: a sentence for people in the first line, and beneath it what only
/// those want to know who look into it.
package struct ErrorText: Hashable, Sendable {
    /// For people, without its full stop.
    package let summary: String
    /// Technical; nil when there is nothing more to say.
    package let details: String?

    /// The summary where a program cannot be started: it may be mended, and tried again.
    package static let cannotBeStarted = "The widget’s program cannot be started"

    /// Reads a text. Of a Python traceback the last line is for people, and all of it is what else there is to say.
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

    /// Makes one of its parts.
    package init(_ summary: String, details: String) { self.init(summary + "\n" + details) }

    /// The text that holds both.
    package var text: String { details.map { summary + "\n" + $0 } ?? summary }

    /// Both on one line, for terminals.
    package var line: String {
        guard let details else { return summary }
        return summary + ": " + details.split(separator: "\n").joined(separator: " ")
    }

    /// What went wrong, for those who look into it.
    package var cause: String { details ?? summary }

    /// The one line of it that says most: what a program says first, or what is beneath a sentence of the center, which
    /// says only what kind of trouble it is.
    package var reason: String {
        let isKind = summary.hasPrefix("The widget")
        let lines = (isKind || summary.allSatisfy(\.isWhitespace) ? details : nil)?.split(separator: "\n") ?? []
        return lines.first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? summary
    }
}
