internal import ArgumentParser

/// A word that stands where the name of a command has to be, and is none.
struct UnknownCommand: Hashable {
    let word: String
    /// The commands before it: `["todayctl", "group"]`.
    let path: [String]
    /// The command that was likely meant.
    let suggestion: String?

    /// Looks through the arguments of the program; nil when every command is known.
    init?(in arguments: [String]) {
        var path = [TodayControl._commandName]
        var command: any ParsableCommand.Type = TodayControl.self
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let commands = command.configuration.subcommands
            if commands.isEmpty || word.hasPrefix("-") { return nil }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                self.word = word
                self.path = path
                suggestion = Self.nearest(
                    to: word, in: commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName })
                return
            }
            path.append(word)
            command = next
        }
        return nil
    }

    /// What is wrong, on one line.
    var failure: CommandFailure {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return CommandFailure(
            .usage, "there is no command '\(word)'\(hint) (see \(path.joined(separator: " ")) --help)")
    }

    static func nearest(to word: String, in names: [String]) -> String? {
        let ranked = names.map { (name: $0, distance: distance(word, $0)) }
        if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(1, (word.count + 1) / 3) {
            return best.name
        }
        return word.count > 1 ? names.first { $0.hasPrefix(word) } : nil
    }

    /// How many letters have to be inserted, left out, exchanged, or swapped with the next one (optimal string
    /// alignment).
    static func distance(_ first: String, _ second: String) -> Int {
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
