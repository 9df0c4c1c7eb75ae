/// A tag or a key in the head of a script, for the parser, the check and the manual page.
package struct HeaderKey: Sendable {
    /// The syntax of a key.
    package enum Form: String, Hashable, Sendable {
        /// `<xbar.title>…</xbar.title>`; `bitbar.` and `swiftbar.` work as well.
        case tag
        /// `# today.format: …` in a comment.
        case comment
    }

    /// The type and destination of a value.
    enum Target: Sendable {
        case text(any WritableKeyPath<ScriptHeader, String?> & Sendable)
        case flag(any WritableKeyPath<ScriptHeader, Bool> & Sendable)
        case format, timeout, restart, signal, waybar, variable, schedule, type, environment
        /// Without effect here.
        case nothing
    }

    package let form: Form
    /// Its name; for a tag, without `xbar.` and the like.
    package let name: String
    let target: Target
    /// The effect, in one or two sentences. Names are in backticks.
    package let meaning: String

    private init(_ form: Form, _ name: String, _ target: Target, _ meaning: String) {
        self.form = form
        self.name = name
        self.target = target
        self.meaning = meaning
    }

    /// Whether it has an effect.
    package var isUsed: Bool { if case .nothing = target { false } else { true } }

    /// The key as written, for users.
    package var title: String { form == .tag ? "<xbar.\(name)>" : name }

    /// Returns the key of a name, in any case.
    static func named(_ name: String, _ form: Form) -> HeaderKey? { byTitle["\(form.rawValue) \(name.lowercased())"] }

    private static let byTitle = Dictionary(
        uniqueKeysWithValues: all.map { ("\($0.form.rawValue) \($0.name.lowercased())", $0) })

    /// All keys, in the order of the manual page.
    package static let all: [HeaderKey] = [
        HeaderKey(
            .comment, "today.format", .format,
            "How the output is read, where it could be read in several ways: `xbar`, `waybar`, `i3blocks`, `text` or "
                + "`today`."),
        HeaderKey(
            .comment, "today.timeout", .timeout,
            "How long a run may take, such as `90s`, at most `1h`; without it `30s`. A stream may take for ever."),
        HeaderKey(
            .comment, "today.always", .flag(\.runsAlways),
            "With `true` it also runs while nobody looks, however often that is."),
        HeaderKey(
            .comment, "today.stream", .flag(\.isStream),
            "With `true` the script does not end: each line that it prints, or in menus all lines up to `~~~`, replace what "
                + "is shown, and taps are written to its standard input. It is the `persist` of i3blocks."),
        HeaderKey(
            .comment, "today.restart", .restart,
            "How long after it has ended a stream is started again, such as `10s`; without it, when somebody looks anew."
        ),
        HeaderKey(
            .comment, "today.signal", .signal,
            "A number from 1 to 30, the `signal` of a Waybar module: the signal SIGRTMIN plus this number, sent to "
                + "today-scripts, has the script run."),
        HeaderKey(
            .comment, "today.waybar", .waybar,
            "The rest of a Waybar module as JSON on one line: `format`, `format-icons`, `on-click` and so on, which "
                + "`todayctl script import` writes."),
        HeaderKey(.tag, "title", .text(\.title), "The name of the widget."),
        HeaderKey(.tag, "desc", .text(\.summary), "One sentence about it: the description."),
        HeaderKey(.tag, "author", .text(\.author), "Who has written it; part of the description."),
        HeaderKey(.tag, "version", .text(\.version), "Its version; part of the description."),
        HeaderKey(.tag, "var", .variable, "A variable that the user may set; see VARIABLES."),
        HeaderKey(
            .tag, "schedule", .schedule,
            "When it runs, as five fields of cron, with a bar between several; it goes before an interval in the name."),
        HeaderKey(.tag, "type", .type, "With `streamable` the script does not end, as with `today.stream`."),
        HeaderKey(
            .tag, "refreshOnOpen", .flag(\.refreshesOnOpening), "With `true` it also runs when somebody begins to look."
        ),
        HeaderKey(.tag, "environment", .environment, "Variables for its environment: `[NAME=value, NAME=value]`."),
        HeaderKey(.tag, "image", .nothing, "A picture of it on the web; nothing is fetched."),
        HeaderKey(.tag, "author.github", .nothing, "The author's account."),
        HeaderKey(.tag, "abouturl", .nothing, "A page about it."),
        HeaderKey(.tag, "dependencies", .nothing, "What it needs, in words."),
        HeaderKey(.tag, "droptypes", .nothing, "What may be dropped on the menu bar."),
        HeaderKey(.tag, "runInBash", .nothing, "Whether a shell starts it; here its first line counts."),
        HeaderKey(.tag, "persistentWebView", .nothing, "Whether a page in the menu stays; there are none."),
        HeaderKey(
            .tag, "hideAbout", .nothing, "Whether SwiftBar's own entries are in its menu, as with the next four."),
        HeaderKey(.tag, "hideRunInTerminal", .nothing, "The same."),
        HeaderKey(.tag, "hideLastUpdated", .nothing, "The same."),
        HeaderKey(.tag, "hideDisablePlugin", .nothing, "The same."),
        HeaderKey(.tag, "hideSwiftBar", .nothing, "The same."),
    ]
}
