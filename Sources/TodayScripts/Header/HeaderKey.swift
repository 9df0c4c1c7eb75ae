/// A tag or key in the head of a script: what the parser, the check and the manual page know of it.
package struct HeaderKey: Sendable {
    /// How it is written.
    package enum Form: Hashable, Sendable {
        /// `<xbar.title>…</xbar.title>`; `bitbar.` and `swiftbar.` serve as well.
        case tag
        /// `# today.format: …` in a comment.
        case comment
    }

    /// Its name; of a tag without `xbar.` and the like, of a comment with `today.`.
    package let name: String
    package let form: Form
    /// What it does, in one or two sentences.
    package let meaning: String
    /// Puts the value into the header, and throws what is wrong with it; nil for a key that has no effect here.
    let read: (@Sendable (inout ScriptHeader, String) throws(BadHeaderValue) -> Void)?

    /// Whether it has an effect.
    package var isUsed: Bool { read != nil }

    /// As it is written, for people.
    package var title: String { form == .tag ? "<xbar.\(name)>" : name }

    private init(
        _ form: Form, _ name: String, _ meaning: String,
        _ read: (@Sendable (inout ScriptHeader, String) throws(BadHeaderValue) -> Void)? = nil
    ) {
        self.form = form
        self.name = name
        self.meaning = meaning
        self.read = read
    }

    /// Why a value is not taken, as the end of a sentence about it.
    struct BadHeaderValue: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    /// The key of a name, in any case.
    static func named(_ name: String, _ form: Form) -> HeaderKey? { byName[form]?[name.lowercased()] }

    private static let byName: [Form: [String: HeaderKey]] = Dictionary(grouping: all, by: \.form).mapValues { keys in
        Dictionary(uniqueKeysWithValues: keys.map { ($0.name.lowercased(), $0) })
    }

    /// All of them, in the order in which the manual page tells of them.
    package static let all: [HeaderKey] = [
        HeaderKey(
            .comment, "today.format",
            "How the output is read, when it could be read in several ways: one of "
                + ScriptFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."
        ) {
            (header, value) throws(BadHeaderValue) in
            guard let format = ScriptFormat(rawValue: value) else {
                let words = ScriptFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw BadHeaderValue("is none of \(words)")
            }
            header.format = format
        },
        HeaderKey(.comment, "today.timeout", "How long a run may take, such as 90s, up to 1h; 30s without it.") {
            (header, value) throws(BadHeaderValue) in
            guard let timeout = ScriptInterval(value), timeout <= ScriptHeader.longestTimeout else {
                throw BadHeaderValue("is not a time such as 90s or 2m, up to \(ScriptHeader.longestTimeout)")
            }
            header.timeout = timeout
        },
        HeaderKey(.comment, "today.always", "With true it also runs while nobody looks, however often that is.") {
            (header, value) throws(BadHeaderValue) in header.runsAlways = try truth(value)
        },
        HeaderKey(
            .comment, "today.stream",
            "With true the script does not end: each line it prints, or all lines up to "
                + "~~~, replace what is shown, and taps are written to its standard input."
        ) {
            (header, value) throws(BadHeaderValue) in header.isStream = try truth(value)
        },
        HeaderKey(
            .comment, "today.restart",
            "How long after a stream has ended it is started again, such as 10s; "
                + "without it, not before somebody looks anew."
        ) {
            (header, value) throws(BadHeaderValue) in
            guard let restart = ScriptInterval(value) else { throw BadHeaderValue("is not a time such as 10s") }
            header.restart = restart
        },
        HeaderKey(
            .comment, "today.signal",
            "A number from 1 to 30, as signal of a Waybar module: what sends "
                + "SIGRTMIN plus that number to today-scripts has the script run."
        ) {
            (header, value) throws(BadHeaderValue) in
            guard let signal = Int(value), (1...30).contains(signal) else { throw BadHeaderValue("is not within 1…30") }
            header.signal = signal
        },
        HeaderKey(
            .comment, "today.waybar",
            "The rest of a Waybar module, as JSON on one line: format, format-icons, "
                + "on-click and so on. The command script import writes it."
        ) {
            (header, value) throws(BadHeaderValue) in
            do { header.waybar = try WaybarModule(json: value) } catch { throw BadHeaderValue("– \(error)") }
        },
        HeaderKey(.tag, "title", "The name of the widget.") { header, value in header.title = value },
        HeaderKey(.tag, "desc", "One sentence about it.") { header, value in header.summary = value },
        HeaderKey(.tag, "author", "Who wrote it; part of the description.") { header, value in header.author = value },
        HeaderKey(.tag, "version", "Its version; part of the description.") { header, value in header.version = value },
        HeaderKey(
            .tag, "var",
            "A variable that the user may set: type(NAME=default): text. The type is string, number, "
                + "boolean or select; the text of the last ends with its choices, [small, large]."
        ) {
            (header, value) throws(BadHeaderValue) in
            do {
                let variable = try ScriptVariable(value)
                header.variables.removeAll { $0.name == variable.name }
                header.variables.append(variable)
            } catch {
                throw BadHeaderValue("– \(error)")
            }
        },
        HeaderKey(.tag, "schedule", "When it runs, as five fields of cron; several are separated by a bar.") {
            (header, value) throws(BadHeaderValue) in
            for part in value.split(separator: "|") {
                guard let expression = CronExpression(part) else {
                    throw BadHeaderValue("is not five fields of cron, such as 0,30 9-17 * * mon-fri")
                }
                header.schedules.append(expression)
            }
        },
        HeaderKey(.tag, "type", "With streamable the script does not end; see today.stream.") {
            (header, value) throws(BadHeaderValue) in
            guard value.lowercased() == "streamable" else { throw BadHeaderValue("is not streamable") }
            header.isStream = true
        },
        HeaderKey(.tag, "refreshOnOpen", "With true it also runs when somebody begins to look.") {
            (header, value) throws(BadHeaderValue) in header.refreshesOnOpening = try truth(value)
        },
        HeaderKey(.tag, "environment", "Variables for its environment: [NAME=value, NAME=value].") {
            (header, value) throws(BadHeaderValue) in
            let inside = value.hasPrefix("[") && value.hasSuffix("]") ? value.dropFirst().dropLast() : value[...]
            for part in inside.split(separator: ",") {
                let halves = part.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "=" || $0 == ":" }
                let name = halves[0].trimmed
                guard halves.count == 2, EnvironmentName.isValid(name) else {
                    throw BadHeaderValue("is not [NAME=value, NAME=value]")
                }
                header.environment[String(name)] = String(halves[1].trimmed)
            }
        },
        HeaderKey(.tag, "image", "A picture of the script on the web; nothing is fetched."),
        HeaderKey(.tag, "author.github", "The author's account."),
        HeaderKey(.tag, "abouturl", "A page about the script."),
        HeaderKey(.tag, "dependencies", "What it needs, in words."),
        HeaderKey(.tag, "droptypes", "What may be dropped on the menu bar."),
        HeaderKey(.tag, "runInBash", "Whether a shell starts it: its first line counts here."),
        HeaderKey(.tag, "persistentWebView", "Whether a web page stays; there are none."),
        HeaderKey(.tag, "hideAbout", "Whether SwiftBar's own entries are in its menu, as are the four that follow."),
        HeaderKey(.tag, "hideRunInTerminal", "As hideAbout."),
        HeaderKey(.tag, "hideLastUpdated", "As hideAbout."),
        HeaderKey(.tag, "hideDisablePlugin", "As hideAbout."),
        HeaderKey(.tag, "hideSwiftBar", "As hideAbout."),
    ]

    private static func truth(_ value: String) throws(BadHeaderValue) -> Bool {
        guard let truth = value.truth else { throw BadHeaderValue("is neither true nor false") }
        return truth
    }
}
