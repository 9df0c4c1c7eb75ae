/// What a script says of itself: its first line, the tags of xbar, BitBar and SwiftBar, and keys in comments such as
/// `# today.format: text`. ``HeaderKey/all`` says what each of them is.
package struct ScriptHeader: Hashable, Sendable {
    package var shebang = Shebang(firstLine: "")
    /// Whether it is a compiled program, which is started as it is.
    package var isProgram = false
    package var title: String?
    package var summary: String?
    package var author: String?
    package var version: String?
    /// How the output is read; nil when its look decides.
    package var format: ScriptFormat?
    /// How long a run may take.
    package var timeout = ScriptHeader.standardTimeout
    /// Whether it runs while nobody looks, however often.
    package var runsAlways = false
    /// Whether it does not end.
    package var isStream = false
    /// How long after a stream has ended it is started again.
    package var restart: ScriptInterval?
    /// The number above SIGRTMIN of a signal that has it run.
    package var signal: Int?
    package var schedules: [CronExpression] = []
    package var refreshesOnOpening = false
    package var variables: [ScriptVariable] = []
    /// What is added to its environment.
    package var environment: [String: String] = [:]
    /// What a Waybar configuration says of it.
    package var waybar: WaybarModule?
    /// Whether it has a tag of xbar, BitBar or SwiftBar.
    package var hasMenuTags = false
    /// What in it has no effect.
    package var notes: [ScriptNote] = []

    package static let standardTimeout = ScriptInterval.seconds(30)
    package static let longestTimeout = ScriptInterval.seconds(3600)
    /// How much of a script is read for its header.
    package static let readBytes = 64 << 10

    package init() {}

    /// What people see below the name: the description, the version and the author.
    package var description: String? {
        let parts = [summary, version, author.map { "by \($0)" }].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " – ")
    }

    /// Decides how the script is started.
    ///
    /// - Parameters:
    ///   - ending: the ending of the file, which counts when no interpreter is named.
    ///   - lookup: the path of a program, given by its path or its name, or nil.
    package func start(ending: String, lookup: (String) -> String?) -> ScriptStart {
        isProgram ? .itself : shebang.start(ending: ending, lookup: lookup)
    }
}
