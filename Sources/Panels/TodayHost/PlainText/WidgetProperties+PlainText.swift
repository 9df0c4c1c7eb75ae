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
            lines += Self.indented(.placeholder, placeholder.text, inner)
        } else {
            let text = content.plainText(inner)
            if !text.isEmpty {
                lines += text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { TextLine(isOutOfDate ? .placeholder : .content, Self.indentation + $0) }
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
        let activity: String? =
            switch state {
            case .idle: nil
            // Translators: a part of a line such as ‘updated 5 min ago · updating…’.
            case .updating: tr("updating…")
            // Translators: a part of a line such as ‘updated 5 min ago · keeps failing’.
            case .suspended: tr("keeps failing")
            // Translators: a part of a line such as ‘updated 5 min ago · its app isn’t running’.
            case .unavailable: tr("its app isn’t running")
            }
        let retrying = state == .updating ? nil : retryingInLine(now: now)
        return [age(now: now), activity, retrying].compactMap(\.self).joined(separator: " · ")
    }

    /// The age in the footer, or the reason why it has none; nil for content whose age is unknown.
    private func age(now: Timestamp) -> String? {
        // Translators: a part of a line such as ‘update failed · keeps failing’.
        if lastResult == .failed, !isDated { return tr("update failed") }
        if let time = outOfDateSince(now: now) {
            // Translators: a part of a line such as ‘out of date since 14:05 · retrying in 1 min’.
            return tr("out of date since {time}", ["time": time])
        }
        // Translators: the age is for example ‘5 min ago’.
        if updatedAt != .never { return tr("updated {age}", ["age": ContentAge.text(since: updatedAt, now: now)]) }
        return content.isEmpty || !hasContent ? tr("not updated yet") : nil
    }

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
