/// The text that a panel shows in place of cards.
package struct TodayPageWords: Hashable, Sendable {
    /// The function of a button below the text.
    package enum Offer: Hashable, Sendable {
        /// Searches for the center again.
        case tryAgain
        /// Opens the gallery.
        case add

        /// The text of the button.
        package var label: String { self == .tryAgain ? "Try Again" : "Add Widgets" }
    }

    /// A few words.
    package var title: String
    /// Sentences about the reason and a remedy.
    package var explanation: String
    /// The remedy that the panel offers; nil for none.
    package var offer: Offer?
}

extension TodayPage {
    /// The text of the page; nil for ``cards``, which need none.
    package var words: TodayPageWords? {
        switch self {
        case .connecting: TodayPageWords(title: "Loading…", explanation: "")
        case .unavailable(let reason):
            TodayPageWords(
                title: "Can’t reach Today",
                explanation: "Widgets aren’t available: \(Self.shortened(reason)).\n\n"
                    + "For details, run ‘systemctl --user status todayd’.", offer: .tryAgain)
        case .noWidgets:
            TodayPageWords(
                title: "No widgets yet",
                explanation: "Widgets come with apps. Install an app that has one, and it appears here.")
        case .nothingArranged:
            TodayPageWords(
                title: "No widgets added",
                explanation: "Add the widgets that you want to see here.", offer: .add)
        case .nothingToShow:
            TodayPageWords(
                title: "Nothing right now", explanation: "Widgets appear here when they have something to show.")
        case .cards: nil
        }
    }

    /// Returns the text above cards whose center is gone, so that they show the last content.
    ///
    /// - Parameter reason: why the center is unavailable, as a sentence without a period.
    package static func absent(because reason: String) -> [String] {
        ["Not updating: \(shortened(reason)). Reconnecting…"]
    }

    /// Shortens a reason, because it comes from another program and can be too long for a page.
    private static func shortened(_ reason: String) -> String {
        reason.count <= 300 ? reason : reason.prefix(299) + "…"
    }
}
