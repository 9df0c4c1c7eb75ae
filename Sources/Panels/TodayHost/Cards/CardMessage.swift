package import TodayModel

/// A line beneath a widget's content that tells how far it can be trusted.
package struct CardMessage: Hashable, Sendable {
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
    /// What those want to know who look into it; nil when there is nothing more to say.
    package var details: String?
    /// Whether a button offers to try again.
    package var offersRetry: Bool

    /// Makes a line. Of a text that is longer than about three lines of a card the details have all.
    package init(_ kind: Kind, _ text: String, details: String? = nil, offersRetry: Bool = false) {
        self.kind = kind
        let isLong = CellWidth.cells(of: text) > Self.mostCells
        self.text = isLong ? TextWrapping.lines(of: text, width: Self.mostCells, limit: 1).joined() : text
        self.details = isLong ? [text, details].compactMap(\.self).joined(separator: "\n") : details
        self.offersRetry = offersRetry
    }

    /// How long a text is at most, in letters of the usual width.
    private static let mostCells = 120

    /// The line that says why what the user just did was refused, as a sentence.
    package static func refused(_ reason: String) -> CardMessage {
        let reason = ErrorText(reason)
        let summary = reason.summary
        let firstWord = summary.prefix { !$0.isWhitespace }
        // Identifiers and names stay as they are.
        let isWord = firstWord.dropLast().allSatisfy(\.isLetter)
        return CardMessage(
            .refused, isWord ? summary.prefix(1).uppercased() + summary.dropFirst() : summary, details: reason.details)
    }

    /// The lines of a card, with why what the user just did came to nothing, unless that is what one of them tells.
    package static func lines(_ lines: [CardMessage], refusal: String?) -> [CardMessage] {
        guard let refusal = refusal.map(CardMessage.refused) else { return lines }
        let isTold = lines.contains { line in
            switch line.kind {
            // Only the center adds details, and it does so when a program is in trouble.
            case .suspended, .unavailable: refusal.details != nil
            case .failed: line.text == refusal.text
            case .stale, .starting, .refused: false
            }
        }
        return isTold ? lines : lines + [refusal]
    }

    /// Stands in the place of content when the widget says that it has none.
    fileprivate static let nothing = "Nothing to show"

    /// Stands in the place of content of which nothing can be shown.
    fileprivate static let unknown = "This widget is made for a newer version of Today"

    /// What stands in the place of content; nil when there is content.
    static func placeholder(for widget: WidgetProperties) -> String? {
        if !widget.hasContent { return nothing }
        if !widget.content.isEmpty { return widget.content.isUnknown ? unknown : nil }
        switch widget.state {
        case .updating: return "Starting …"
        case .suspended, .unavailable: return "No content"
        case .idle:
            if widget.lastResult == .failed || !widget.error.isEmpty { return "No content" }
            return widget.updatedAt == .never ? "No content yet" : nothing
        }
    }

    /// The lines of a widget: one for what is wrong with it, or one that says how old its content is.
    ///
    /// - Parameter age: how old the content is, in words.
    static func lines(for widget: WidgetProperties, age: String?) -> [CardMessage] {
        if let trouble = trouble(of: widget) { return [trouble] }
        guard widget.isSnapshot, !widget.content.isEmpty, widget.hasContent else { return [] }
        if widget.state == .updating { return [CardMessage(.starting, "Starting …")] }
        return [CardMessage(.stale, age.map { "Last updated " + $0 } ?? "Not updated for a long time")]
    }

    /// What is wrong with a widget; nil if nothing is. What the center says of its program comes before the reason, which
    /// then is a detail.
    private static func trouble(of widget: WidgetProperties) -> CardMessage? {
        let hasFailed = widget.lastResult == .failed
        let whole = widget.error.isEmpty ? nil : widget.error
        switch widget.state {
        case .suspended:
            let advice = "‘todayctl explain \(widget.identifier)’ tells when it is tried again."
            return CardMessage(
                .suspended, "The widget’s program keeps failing, and is tried again later",
                details: whole.map { $0 + "\n" + advice } ?? advice, offersRetry: true)
        case .unavailable:
            if hasFailed, let error = whole.map(ErrorText.init), error.summary == ErrorText.cannotBeStarted { break }
            // Nobody could answer.
            return CardMessage(
                .unavailable, "The widget’s program is not running", details: whole.map { ErrorText($0).cause })
        case .updating, .idle: break
        }
        guard hasFailed || whole != nil else { return nil }
        let error = ErrorText(whole ?? "no reason was given")
        // The center's own sentences say what has failed, and have details.
        let isBare = hasFailed && error.details == nil
        // While it is tried again there is nothing to press, nor where nobody could answer: what has a program has been
        // updated before.
        return CardMessage(
            .failed, isBare ? "Update failed: \(error.summary)" : error.summary, details: error.details,
            offersRetry: widget.state != .updating && widget.lastResult != nil)
    }
}

extension WidgetProperties {
    /// Whether what is seen of the widget is as old as it says: its content, or its word that there is none.
    package var isDated: Bool {
        let placeholder = CardMessage.placeholder(for: self)
        return updatedAt != .never && [nil, CardMessage.nothing, CardMessage.unknown].contains(placeholder)
    }
}
