internal import ArgumentParser

/// An option that a command does not have. It is told of before anything else that is wrong: what stands behind it was
/// taken for something else then.
struct UnknownOption: Hashable {
    let option: String
    /// The commands before it: `["todayctl", "group", "get"]`.
    let path: [String]
    /// The option that was likely meant.
    let suggestion: String?

    /// Looks through the arguments of the program; nil when the command has all of its options.
    init?(in arguments: [String]) {
        var path = [TodayControl._commandName]
        var command: any ParsableCommand.Type = TodayControl.self
        var rest = arguments[...]
        while let word = rest.first,
            let next = command.configuration.subcommands.first(where: { $0._commandName == word })
        {
            path.append(word)
            command = next
            rest = rest.dropFirst()
        }
        let help = TodayControl.helpMessage(for: command, columns: Screen.defaultWidth)
        guard let usage = help.firstRange(of: "USAGE: ") else { return nil }
        let known = Set(help[usage.upperBound...].matches(of: /--?[a-z][a-z-]*/).map { String($0.output) })
        // What follows "--" is no option, and a number is none either.
        let options = rest.prefix { $0 != "--" }.compactMap { $0.prefixMatch(of: /--?[A-Za-z][^=]*/)?.output }
        guard let unknown = options.map(String.init).first(where: { !known.contains($0) }) else { return nil }
        option = unknown
        self.path = path
        suggestion = UnknownCommand.nearest(to: unknown, in: known.filter { $0.hasPrefix("--") }.sorted())
    }

    /// What is wrong, on one line.
    var failure: CommandFailure {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return CommandFailure(
            .usage, "there is no option '\(option)'\(hint) (see \(path.joined(separator: " ")) --help)")
    }
}
