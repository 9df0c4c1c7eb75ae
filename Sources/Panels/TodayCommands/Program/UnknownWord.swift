internal import ArgumentParser

/// A word of the command line that isn't a known command or option.
struct UnknownWord: Hashable {
    enum Kind: String { case command, option }

    let kind: Kind
    let word: String
    /// The commands before it: `["todayctl", "group"]`.
    let path: [String]
    /// The known word that was likely meant.
    let suggestion: String?

    /// The failure, on one line.
    var failure: CommandFailure {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return CommandFailure(
            .usage, "unknown \(kind.rawValue) '\(word)'\(hint) (see \(path.joined(separator: " ")) --help)")
    }

    /// Returns the first unknown command among the arguments of the program; nil if every command is known.
    static func command(in arguments: [String]) -> UnknownWord? {
        let (command, path, rest) = walk(arguments.first == "help" ? arguments.dropFirst() : arguments[...])
        let commands = command.configuration.subcommands
        guard let word = rest.first, !commands.isEmpty, !word.hasPrefix("-") else { return nil }
        let names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        return UnknownWord(kind: .command, word: word, path: path, suggestion: nearest(to: word, in: names))
    }

    /// Returns an option that its command doesn't have; nil if all are known. It is reported before any other error,
    /// because the words after it were then misread.
    static func option(in arguments: [String]) -> UnknownWord? {
        let (command, path, rest) = walk(arguments[...])
        let help = TodayControl.helpMessage(for: command, columns: Screen.defaultWidth)
        guard let usage = help.firstRange(of: "USAGE: ") else { return nil }
        let known = Set(help[usage.upperBound...].matches(of: /--?[a-z][a-z-]*/).map { String($0.output) })
        // Words after "--" aren't options, and neither are numbers.
        let options = rest.prefix { $0 != "--" }.compactMap { $0.prefixMatch(of: /--?[A-Za-z][^=]*/)?.output }
        guard let word = options.map(String.init).first(where: { !known.contains($0) }) else { return nil }
        let names = known.filter { $0.hasPrefix("--") }.sorted()
        return UnknownWord(kind: .option, word: word, path: path, suggestion: nearest(to: word, in: names))
    }

    /// Descends from command to subcommand while the names are known. Returns the last command, its path, and the
    /// remaining arguments.
    private static func walk(
        _ arguments: ArraySlice<String>
    ) -> (command: any ParsableCommand.Type, path: [String], rest: ArraySlice<String>) {
        var command: any ParsableCommand.Type = TodayControl.self
        var path = [command._commandName]
        var rest = arguments
        while let next = command.configuration.subcommands.first(where: { $0._commandName == rest.first }) {
            path.append(next._commandName)
            command = next
            rest = rest.dropFirst()
        }
        return (command, path, rest)
    }

    private static func nearest(to word: String, in names: [String]) -> String? {
        let ranked = names.map { (name: $0, distance: distance(word, $0)) }
        if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(1, (word.count + 1) / 3) {
            return best.name
        }
        return word.count > 1 ? names.first { $0.hasPrefix(word) } : nil
    }

    /// Returns the number of letters to insert, remove, replace, or swap with the next one (optimal string alignment).
    private static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.prefix(64)), Array(second))
        var rows = [Array(0...second.count)]
        for i in 1..<(first.count + 1) {
            var row = [i]
            for j in 1..<(second.count + 1) {
                let cost = first[i - 1] == second[j - 1] ? 0 : 1
                var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + cost)
                if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
                    least = min(least, rows[i - 2][j - 2] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
