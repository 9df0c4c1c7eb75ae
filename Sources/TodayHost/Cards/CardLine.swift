internal import TodayModel
internal import TodayProtocol

/// A line beneath a widget's content that tells how far it can be trusted.
package struct CardLine: Hashable, Sendable {
    /// What a line is about.
    package enum Kind: Hashable, Sendable {
        /// The content is from before the center's start, and nobody has confirmed it yet.
        case stale
        /// The program starts, and there is nothing newer to show meanwhile.
        case starting
        /// The last update failed, or the widget says itself that something is wrong.
        case failed
        /// The program failed so often that it is left alone for a while.
        case suspended
        /// There is no program that could update it.
        case unavailable
        /// What the user just did was refused.
        case refused
    }

    package var kind: Kind
    /// One sentence or less, without markup.
    package var text: String
    /// Whether a button offers to try again.
    package var offersRetry: Bool

    /// Makes a line.
    package init(_ kind: Kind, _ text: String, offersRetry: Bool = false) {
        self.kind = kind
        self.text = text
        self.offersRetry = offersRetry
    }

    /// The line that says why what the user just did was refused, as a sentence.
    package static func refused(_ reason: String) -> CardLine {
        let firstWord = reason.prefix { !$0.isWhitespace }
        // Identifiers and names stay as they are.
        let isWord = firstWord.dropLast().allSatisfy(\.isLetter)
        return CardLine(.refused, isWord ? reason.prefix(1).uppercased() + reason.dropFirst() : reason)
    }

    /// What stands in the place of content that is not there.
    static func placeholder(for widget: WidgetProperties) -> String {
        if !widget.hasContent { return "Nothing to show" }
        switch widget.state {
        case .updating: return "Starting …"
        case .suspended, .unavailable: return "No content"
        case .idle: return widget.lastResult == .failed ? "No content" : "No content yet"
        }
    }

    /// The lines of a widget, most important first.
    ///
    /// - Parameter age: how old the content is, in words.
    static func lines(for widget: WidgetProperties, age: String?) -> [CardLine] {
        var lines: [CardLine] = []
        let hasFailed = widget.lastResult == .failed
        switch widget.state {
        case .suspended:
            lines.append(CardLine(.suspended, "Stopped after repeated failures", offersRetry: true))
        case .unavailable:
            lines.append(CardLine(.unavailable, "Its program is not running"))
        case .updating, .idle: break
        }
        if hasFailed || !widget.error.isEmpty {
            let reason = widget.error.isEmpty ? "no reason was given" : widget.error
            // While it is tried again there is nothing to press, and one button is enough. A program that was not there
            // may have been installed since.
            let canRetry = widget.state == .idle || hasFailed && widget.state == .unavailable
            lines.append(CardLine(.failed, hasFailed ? "Update failed: \(reason)" : reason, offersRetry: canRetry))
        }
        if widget.isSnapshot, !widget.content.isEmpty, widget.hasContent {
            if widget.state == .updating {
                lines.append(CardLine(.starting, "Starting …"))
            } else if lines.isEmpty {
                lines.append(CardLine(.stale, age.map { "Last updated " + $0 } ?? "Not updated for a long time"))
            }
        }
        return lines
    }
}
