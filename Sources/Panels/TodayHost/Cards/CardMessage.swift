internal import DBus
package import TodayModel

/// A line below a widget's content about the state of the content or the widget.
package struct CardMessage: Hashable, Sendable {
    /// The subject of a line.
    package enum Kind: Hashable, Sendable {
        /// The content is from before the center's start and isn't confirmed yet.
        case stale
        /// The program starts, and until then the content is old.
        case starting
        /// The last update failed, or the widget itself reports an error.
        case failed
        /// The program failed so often that the center suspends it for a while.
        case suspended
        /// The widget has no program that could update it.
        case unavailable
        /// The last act of the user was refused.
        case refused
    }

    package var kind: Kind
    /// One sentence or less, without markup.
    package var text: String
    /// More information on request; nil if there isn't any.
    package var details: String?
    /// Whether the line has a Retry button.
    package var offersRetry: Bool

    /// Creates a line. If the text is longer than about three lines of a card, it is cut, and the details have all of
    /// it.
    package init(_ kind: Kind, _ text: String, details: String? = nil, offersRetry: Bool = false) {
        self.kind = kind
        let isLong = CellWidth.cells(of: text) > Self.mostCells
        self.text = isLong ? TextWrapping.lines(of: text, width: Self.mostCells, limit: 1).joined() : text
        self.details = isLong ? [text, details].compactMap(\.self).joined(separator: "\n") : details
        self.offersRetry = offersRetry
    }

    /// The length limit of a text, in letters of normal width.
    private static let mostCells = 120

    /// Returns the line that says, as a sentence, why the user's act was refused.
    package static func refused(_ refusal: Refusal) -> CardMessage {
        let reason = ErrorText(refusal.description)
        let summary = reason.summary
        let firstWord = summary.prefix { !$0.isWhitespace }
        // Identifiers and names keep their first letter.
        let isWord = firstWord.dropLast().allSatisfy(\.isLetter)
        return CardMessage(
            .refused, isWord ? summary.prefix(1).uppercased() + summary.dropFirst() : summary, details: reason.details)
    }

    /// Returns the lines of a card with the reason of a refusal, unless one of them gives it already.
    package static func lines(_ lines: [CardMessage], refusal: Refusal?) -> [CardMessage] {
        guard let refusal else { return lines }
        let own = CardMessage.refused(refusal)
        let isIncluded = lines.contains { line in
            switch line.kind {
            // The app is in trouble, as the line says.
            case .suspended, .unavailable: refusal.kind?.isOfProvider == true
            case .failed: line.text == own.text
            case .stale, .starting, .refused: false
            }
        }
        return isIncluded ? lines : lines + [own]
    }

    /// The reason why a text replaces the content.
    enum Placeholder: Hashable {
        /// The widget says that it has no content.
        case nothing
        /// The widget was never updated.
        case nothingYet
        /// The widget's program starts.
        case starting
        /// This version can show none of the content.
        case unknown

        /// The text.
        var text: String {
            switch self {
            case .nothing: tr("Nothing to show")
            case .nothingYet: tr("Nothing to show yet")
            case .starting: tr("Loading…")
            case .unknown: tr("This widget needs a newer version of Today")
            }
        }
    }

    /// Returns what replaces the content; nil if the widget has content, or if a line says why it has none.
    static func placeholder(for widget: WidgetProperties) -> Placeholder? {
        if !widget.hasContent { return .nothing }
        if !widget.content.isEmpty { return widget.content.isUnknown ? .unknown : nil }
        if widget.state == .updating { return .starting }
        if widget.failsWithoutContent { return nil }
        return widget.updatedAt == .never ? .nothingYet : .nothing
    }

    /// Returns the lines of a widget: one about its trouble, or one about the age of its content. Both if its source
    /// can't be reached.
    ///
    /// - Parameter age: the age of the content in words.
    static func lines(for widget: WidgetProperties, age: String?, now: Timestamp) -> [CardMessage] {
        if let trouble = trouble(of: widget, now) {
            guard let time = widget.outOfDateSince(now: now) else { return [trouble] }
            // Translators: the time is a time of day, or a date and a time of day.
            return [CardMessage(.stale, tr("Out of date since {time}", ["time": time])), trouble]
        }
        guard widget.isSnapshot, !widget.content.isEmpty, widget.hasContent else { return [] }
        if widget.state == .updating { return [CardMessage(.starting, Placeholder.starting.text)] }
        // Translators: the age is for example ‘5 min ago’.
        let text = age.map { tr("Last updated {age}", ["age": $0]) } ?? tr("Out of date")
        return [CardMessage(.stale, text)]
    }

    /// Returns the trouble of a widget; nil if it has none. The state of its program takes precedence over the error,
    /// which then becomes a detail.
    private static func trouble(of widget: WidgetProperties, _ now: Timestamp) -> CardMessage? {
        let hasFailed = widget.lastResult == .failed
        let whole = widget.errorText
        func andRetry(_ problem: String) -> String {
            guard let retry = widget.retrying(now: now) else { return problem }
            // Translators: two sentences, the second one without its period.
            return tr("{problem}. {retry}", ["problem": problem, "retry": retry])
        }
        switch widget.state {
        case .suspended:
            return CardMessage(
                .suspended, andRetry(tr("The app keeps failing")), details: whole?.text, offersRetry: true)
        case .unavailable:
            if hasFailed, widget.errorKind == .notStarted { break }
            // A retry would get no answer, so the line doesn't offer one.
            return CardMessage(.unavailable, tr("The app isn’t running"), details: whole?.cause)
        case .updating, .idle: break
        }
        guard hasFailed || whole != nil else { return nil }
        let error = whole ?? ErrorText(tr("Update failed"))
        // The panel's own sentences say that the update failed. So does a text of the center, which has details, and a
        // text that names what can't be reached.
        let isOwn = widget.errorKind.map { $0 != .app } ?? false
        let isBare = hasFailed && whole != nil && !isOwn && error.details == nil
        // Translators: the reason is in the words of the app.
        let text = isBare ? tr("Update failed: {reason}", ["reason": error.summary]) : error.summary
        // A running update needs no Retry button. Neither does a widget without a program, which was never updated.
        return CardMessage(
            .failed, isOwn ? andRetry(text) : text, details: error.details,
            offersRetry: widget.state != .updating && widget.lastResult != nil)
    }
}

extension ErrorKind {
    /// Whether the provider's program is in trouble.
    fileprivate var isOfProvider: Bool {
        switch self {
        case .notStarted, .noProvider, .crashed, .timedOut, .invalidAnswer, .memory: true
        case .unreachable, .app, .paused, .unknownAction: false
        }
    }
}

extension WidgetProperties {
    /// Whether the content is old because its source can't be reached. Panels dim it.
    package var isOutOfDate: Bool { errorKind == .unreachable && isDated && !content.isEmpty && hasContent }

    /// The local time that old content is from, with the date unless that is today; nil for content that isn't out of
    /// date.
    func outOfDateSince(now: Timestamp) -> String? {
        guard isOutOfDate else { return nil }
        func text(_ moment: Timestamp, _ style: String) -> String {
            Content(kind: .clock, [.style: .string(style)]).plainText(PlainText.Context(now: moment))
        }
        return text(updatedAt, text(updatedAt, "date") == text(now, "date") ? "time" : "date-time")
    }

    /// Whether the age applies to what the card shows: its content, or the statement that it has none.
    package var isDated: Bool {
        if updatedAt == .never || failsWithoutContent { return false }
        switch CardMessage.placeholder(for: self) {
        case nil, .nothing, .unknown: return true
        case .nothingYet, .starting: return false
        }
    }

    /// Whether a failure is the reason why it has no content.
    fileprivate var failsWithoutContent: Bool {
        guard hasContent, content.isEmpty else { return false }
        switch state {
        case .suspended, .unavailable: return true
        case .updating: return false
        case .idle: return lastResult == .failed || !error.isEmpty
        }
    }
}
