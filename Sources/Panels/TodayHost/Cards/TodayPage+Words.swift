internal import TodayModel

/// The text that a panel shows in place of cards.
package struct TodayPageWords: Hashable, Sendable {
    /// The function of a button below the text.
    package enum Offer: Hashable, Sendable {
        /// Searches for the center again.
        case tryAgain
        /// Opens the gallery.
        case add

        /// The text of the button.
        package var label: String { self == .tryAgain ? tr("Try Again") : tr("Add Widgets") }
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
        case .connecting: TodayPageWords(title: tr("Loading…"), explanation: "")
        // The log of the other machine isn't here.
        case .unavailable(let reason) where reason.isOfOtherMachine:
            TodayPageWords(
                title: tr("Can’t reach Today"),
                explanation: tr("Widgets aren’t available: {reason}.", ["reason": Self.shortened(reason)]),
                offer: .tryAgain)
        case .unavailable(let reason):
            TodayPageWords(
                title: tr("Can’t reach Today"),
                // Translators: the reason is a sentence. Don’t translate the command in quotes.
                explanation: tr(
                    "Widgets aren’t available: {reason}.\n\nFor details, run ‘systemctl --user status todayd’.",
                    ["reason": Self.shortened(reason)]), offer: .tryAgain)
        case .noWidgets:
            TodayPageWords(
                title: tr("No widgets yet"),
                explanation: tr("Widgets come with apps. Install an app that has one, and it appears here."))
        case .nothingArranged:
            TodayPageWords(
                title: tr("No widgets added"),
                explanation: tr("Add the widgets that you want to see here."), offer: .add)
        case .nothingToShow:
            TodayPageWords(
                title: tr("Nothing right now"),
                explanation: tr("Widgets appear here when they have something to show."))
        case .cards: nil
        }
    }

    /// Returns the text above cards whose center is gone, so that they show the last content.
    package static func absent(because reason: CenterAbsence) -> [String] {
        // Translators: the reason is a sentence.
        [tr("Not updating: {reason}. Reconnecting…", ["reason": shortened(reason)])]
    }

    /// Returns the sentence of a reason. It is shortened, because another program's words can be too long for a page.
    private static func shortened(_ reason: CenterAbsence) -> String {
        let sentence = reason.sentence
        return sentence.count <= 300 ? sentence : sentence.prefix(299) + "…"
    }
}
