/// What a panel says in the place of cards.
package struct TodayPageWords: Hashable, Sendable {
    /// What a button beneath the words does.
    package enum Offer: Hashable, Sendable {
        /// Looks for the center again.
        case tryAgain
        /// Opens the edit view.
        case edit

        /// What stands on the button.
        package var label: String { self == .tryAgain ? "Try Again" : "Add Widgets" }
    }

    /// A few words.
    package var title: String
    /// Sentences: why it is so, and what can be done about it.
    package var explanation: String
    /// What can be done about it here; nil for nothing.
    package var offer: Offer?
}

extension TodayPage {
    /// What is said; nil for ``cards``, which speak for themselves.
    package var words: TodayPageWords? {
        switch self {
        case .connecting: TodayPageWords(title: "Looking for widgets …", explanation: "")
        case .unavailable(let reason):
            TodayPageWords(
                title: "Today is not available",
                explanation: "There are no widgets to show: \(Self.shortened(reason)).\n\n"
                    + "They come from the center, the service todayd, which starts when it is needed. "
                    + "‘systemctl --user status todayd’ tells more about it.", offer: .tryAgain)
        case .noWidgets:
            TodayPageWords(
                title: "There are no widgets yet",
                explanation: "Apps bring them along. Install one that has a widget, and it is shown here.")
        case .nothingArranged:
            TodayPageWords(
                title: "No widget is shown",
                explanation: "There are widgets, and you can choose which of them to see here.", offer: .edit)
        case .nothingToShow:
            TodayPageWords(
                title: "Nothing to show now", explanation: "Your widgets appear as soon as they have something to tell."
            )
        case .cards: nil
        }
    }

    /// What is said above cards that show what they had last, since there is no center.
    ///
    /// - Parameter reason: why there is none, as a sentence without its full stop.
    package static func absent(because reason: String) -> [String] {
        ["This is what Today showed last. The service behind it is gone: \(shortened(reason)). Looking for it again …"]
    }

    /// Reasons come from other programs, and a page is no place for all that they may say.
    private static func shortened(_ reason: String) -> String {
        reason.count <= 300 ? reason : reason.prefix(299) + "…"
    }
}
