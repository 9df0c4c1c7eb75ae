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
            "The format of the output, if the output is ambiguous: `xbar`, `waybar`, `i3blocks`, `text`, or `today`."),
        HeaderKey(
            .comment, "today.timeout", .timeout,
            "The time limit of a run, such as `90s`; at most `1h`. The default is `30s`. Streams have no limit."),
        HeaderKey(
            .comment, "today.always", .flag(\.runsAlways),
            "With `true`, the script also runs while no panel is visible, at any interval."),
        HeaderKey(
            .comment, "today.stream", .flag(\.isStream),
            "With `true`, the script is a stream that keeps running; see STREAMS. This is the same as `persist` in "
                + "i3blocks."),
        HeaderKey(
            .comment, "today.restart", .restart,
            "The delay before a stream that has ended restarts, such as `10s`. By default, it restarts when a panel "
                + "becomes visible."),
        HeaderKey(
            .comment, "today.signal", .signal,
            "A number from 1 to 30, such as the `signal` of a Waybar module. The script runs when today-scripts receives "
                + "SIGRTMIN plus this number."),
        HeaderKey(
            .comment, "today.waybar", .waybar,
            "The members of a Waybar module that control how it is shown, as JSON on one line: `format`, "
                + "`format-icons`, `on-click`, and so on. `todayctl script import` writes this key."),
        HeaderKey(.tag, "title", .text(\.title), "The name of the widget."),
        HeaderKey(.tag, "desc", .text(\.summary), "The description, in one sentence."),
        HeaderKey(.tag, "author", .text(\.author), "The author, shown in the description."),
        HeaderKey(.tag, "version", .text(\.version), "The version, shown in the description."),
        HeaderKey(.tag, "var", .variable, "A variable that the user can set; see VARIABLES."),
        HeaderKey(
            .tag, "schedule", .schedule,
            "The times at which the script runs, as five cron fields. Separate several schedules with `|`. This "
                + "overrides the interval in the file name."),
        HeaderKey(.tag, "type", .type, "With `streamable`, the script is a stream; see `today.stream`."),
        HeaderKey(
            .tag, "refreshOnOpen", .flag(\.refreshesOnOpening),
            "With `true`, the script also runs when a panel becomes visible."
        ),
        HeaderKey(.tag, "environment", .environment, "Environment variables, as `[NAME=value, NAME=value]`."),
        HeaderKey(.tag, "image", .nothing, "A picture on the web; it isn't downloaded."),
        HeaderKey(.tag, "author.github", .nothing, "The author's GitHub account."),
        HeaderKey(.tag, "abouturl", .nothing, "A web page about the script."),
        HeaderKey(.tag, "dependencies", .nothing, "The requirements, in words."),
        HeaderKey(.tag, "droptypes", .nothing, "The types that the user can drop on the menu bar item."),
        HeaderKey(
            .tag, "runInBash", .nothing,
            "With `false`, SwiftBar starts the script without a shell. Here, the `#!` line decides."),
        HeaderKey(
            .tag, "persistentWebView", .nothing,
            "With `true`, SwiftBar keeps the web view of a menu. Widgets have no web view."),
        HeaderKey(
            .tag, "hideAbout", .nothing, "Hides About in SwiftBar's menu."),
        HeaderKey(.tag, "hideRunInTerminal", .nothing, "Hides Run in Terminal in SwiftBar's menu."),
        HeaderKey(.tag, "hideLastUpdated", .nothing, "Hides Last Updated in SwiftBar's menu."),
        HeaderKey(.tag, "hideDisablePlugin", .nothing, "Hides Disable Plugin in SwiftBar's menu."),
        HeaderKey(.tag, "hideSwiftBar", .nothing, "Hides the SwiftBar submenu."),
    ]
}
