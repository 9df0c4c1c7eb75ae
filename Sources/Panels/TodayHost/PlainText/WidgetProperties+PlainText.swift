internal import DBus
public import TodayModel

extension WidgetProperties {
    /// Returns the widget as a panel shows it: a header with the name, the content or a placeholder, the error, and the
    /// age and state.
    ///
    /// - Parameter context: Its mode is ignored; the widget's own mode is used.
    public func textLines(_ context: PlainText.Context) -> [TextLine] {
        let heading = [title, cardBadge?.text].compactMap(\.self).joined(separator: " ")
        var lines = Self.lines(.header, heading, context)
        var inner = context
        inner.displayMode = shownMode
        inner.width = max(context.width - Self.indentation.count, 1)
        if let placeholder = CardMessage.placeholder(for: self) {
            lines += Self.indented(.placeholder, placeholder, inner)
        } else {
            let text = content.plainText(inner)
            if !text.isEmpty {
                lines += text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { TextLine(.content, Self.indentation + $0) }
            }
        }
        if let errorText {
            lines += Self.indented(.error, "! " + errorText.text, inner, limit: Self.mostErrorLines)
        }
        let footer = footer(now: context.now)
        return footer.isEmpty ? lines : lines + Self.indented(.footer, footer, inner)
    }

    /// Returns the lines of ``textLines(_:)`` joined by line feeds.
    public func plainText(_ context: PlainText.Context) -> String {
        textLines(context).map(\.text).joined(separator: "\n")
    }

    /// Returns the next time when the plain text changes without an update; nil if it never does.
    public func nextChange(after now: Timestamp) -> Timestamp? {
        let moments = [
            hasContent ? content.nextChange(after: now, displayMode: shownMode) : nil,
            ContentAge.nextChange(since: updatedAt, after: now), nextChangeOfRetrying(after: now),
        ]
        return moments.compactMap { $0 }.min()
    }

    private func footer(now: Timestamp) -> String {
        let hasFailed = lastResult == .failed && !isDated
        let age =
            hasFailed
            ? "update failed" : updatedAt == .never ? undated : "updated " + ContentAge.text(since: updatedAt, now: now)
        let activity: String? =
            switch state {
            case .idle: nil
            case .updating: "updating…"
            case .suspended: "keeps failing"
            case .unavailable: "its app isn’t running"
            }
        let retrying = state == .updating ? nil : retrying(now: now)?.lowercasedAtStart
        return [age, activity, retrying].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The words for a missing age: nothing for content whose age is unknown.
    private var undated: String { content.isEmpty || !hasContent ? "not updated yet" : "" }

    private static let indentation = "  "
    /// The most lines of an error, so that it leaves room for other widgets. `todayctl explain` prints all of it.
    private static let mostErrorLines = 3

    private static func indented(
        _ role: TextLine.Role, _ text: String, _ inner: PlainText.Context, limit: Int = 0
    ) -> [TextLine] {
        lines(role, text, inner, limit: limit).map { TextLine(role, indentation + $0.text) }
    }

    /// Returns the lines of any text, wrapped and without control characters as text in content is; at most `limit`
    /// lines if it isn't 0.
    static func lines(
        _ role: TextLine.Role, _ text: String, _ context: PlainText.Context, limit: Int = 0
    ) -> [TextLine] {
        Content(kind: .text, [.text: .string(text), .lines: .int32(Int32(limit))]).plainText(context)
            .split(separator: "\n", omittingEmptySubsequences: false).map { TextLine(role, String($0)) }
    }
}
