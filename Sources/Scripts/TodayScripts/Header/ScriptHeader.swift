/// The metadata of a script: its first line, the tags of xbar, BitBar and SwiftBar, and keys in comments such as `#
/// today.format: text`. ``HeaderKey/all`` describes them.
package struct ScriptHeader: Hashable, Sendable {
    package var shebang = Shebang(firstLine: "")
    /// Whether it is a compiled program, which is started directly.
    package var isProgram = false
    package var title: String?
    package var summary: String?
    package var author: String?
    package var version: String?
    /// The format of the output; nil if it is recognized by its look.
    package var format: ScriptFormat?
    /// The maximum duration of a run.
    package var timeout = ScriptHeader.standardTimeout
    /// Whether it runs while no panel is visible, whatever its interval.
    package var runsAlways = false
    /// Whether it is a stream, which doesn't end.
    package var isStream = false
    /// The delay before an ended stream is restarted.
    package var restart: ScriptInterval?
    /// The number above SIGRTMIN of a signal that triggers a run.
    package var signal: Int?
    package var schedules: [CronExpression] = []
    package var refreshesOnOpening = false
    package var variables: [ScriptVariable] = []
    /// The variables to add to its environment.
    package var environment: [String: String] = [:]
    /// Its module in a Waybar configuration.
    package var waybar: WaybarModule?
    /// Whether it has a tag of xbar, BitBar or SwiftBar.
    package var hasMenuTags = false
    /// The parts without effect.
    package var notes: [ScriptNote] = []

    package static let standardTimeout = ScriptInterval.seconds(30)
    package static let longestTimeout = ScriptInterval.seconds(3600)
    /// The number of bytes of a script that are read for its header.
    package static let readBytes = 64 << 10

    package init() {}

    /// The text that users see below the name: the description, the version and the author.
    package var description: String? {
        let parts = [summary, version, author.map { "by \($0)" }].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " – ")
    }

    /// Decides how the script is started.
    ///
    /// - Parameters:
    ///   - ending: The file extension, which counts if the script doesn't name an interpreter.
    ///   - lookup: Returns the path of a program for a path or a name, or nil.
    package func start(ending: String, lookup: (String) -> String?) -> ScriptStart {
        isProgram ? .itself : shebang.start(ending: ending, lookup: lookup)
    }
}
