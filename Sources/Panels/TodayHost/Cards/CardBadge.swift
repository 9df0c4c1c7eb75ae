package import TodayModel

/// The mark of a widget that asks for attention: a dot, with its count if it has one.
package struct CardBadge: Hashable, Sendable {
    /// Whether it is urgent.
    package var isAlert: Bool
    /// The count in digits, at most `9999+`; empty for a dot alone.
    package var count: String

    /// The text for a screen reader.
    package var accessibleLabel: String {
        // Translators: said of a widget; a number of new things may follow.
        if count.isEmpty { return isAlert ? tr("Needs attention") : tr("New") }
        let values: KeyValuePairs = ["count": count]
        return isAlert ? tr("Needs attention: {count}", values) : tr("New: {count}", values)
    }

    /// The mark on one line of text.
    package var text: String { count.isEmpty ? "•" : "(\(count))" }
}

extension WidgetProperties {
    /// The mark for its attention; nil if it doesn't ask for any.
    package var cardBadge: CardBadge? {
        if attention == .none { return nil }
        return CardBadge(
            isAlert: attention == .alert,
            count: badge == 0 ? "" : badge > 9999 ? Language.number(9999) + "+" : Language.number(badge))
    }
}
