package import TodayModel

/// The mark of a widget that asks for attention: a dot, with its count if it has one.
package struct CardBadge: Hashable, Sendable {
    /// Whether it is urgent.
    package var isAlert: Bool
    /// The count in digits, at most `9999+`; empty for a dot alone.
    package var count: String

    /// The text for a screen reader.
    package var accessibleLabel: String {
        let words = isAlert ? "Needs attention" : "New"
        return count.isEmpty ? words : "\(words): \(count)"
    }

    /// The mark on one line of text.
    package var text: String { count.isEmpty ? "•" : "(\(count))" }
}

extension WidgetProperties {
    /// The mark for its attention; nil if it doesn't ask for any.
    package var cardBadge: CardBadge? {
        if attention == .none { return nil }
        return CardBadge(
            isAlert: attention == .alert, count: badge == 0 ? "" : badge > 9999 ? "9999+" : String(badge))
    }
}
