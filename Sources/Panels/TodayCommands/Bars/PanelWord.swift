internal import TodayModel

/// A text that a panel in QML shows besides those of a ``PanelLine``. The English ones are in
/// `data/panels/qml/words.mjs`.
struct PanelWord {
    let english: String
    let translation: String

    /// The texts that the language of the process has a translation for.
    static var translations: [PanelWord] { all.filter { $0.translation != $0.english } }

    /// All texts that the files in QML use.
    static var all: [PanelWord] {
        [
            tr("Today"), tr("Today: {text}"), tr("Loading…"), tr("Can’t reach Today"), tr("todayctl stopped"),
            tr("Show the first line next to the icon"), tr("Show only these widgets (all if none is selected):"),
            tr("Settings…"), trc("button", "More"), trc("button", "Less"), tr("Show Less"), tr("Menu for {name}"),
            tr("Details"), tr("Hide Details"), tr("Close"), tr("Expanded"), tr("Folded"),
            tr("Waiting for an answer…"), tr("Updated at {time}"), tr("{date} {time}"), tr("{number}%"),
            tr("In progress"), tr("New: {count}"), tr("Needs attention: {count}"), tr("Unknown error"),
            tr("Save"), tr("Cancel"), tr("Reset to Defaults"),
        ]
    }

    // These have the names of the functions for messages, so that data/po/update finds the calls.

    private static func tr(_ message: StaticString) -> PanelWord {
        PanelWord(english: message.description, translation: TodayModel.tr(message))
    }

    private static func trc(_ context: StaticString, _ message: StaticString) -> PanelWord {
        PanelWord(english: message.description, translation: TodayModel.trc(context, message))
    }
}
