internal import DBus
internal import TodayModel

/// The first line of a script, which names its interpreter, and the way to start the script with the installed
/// programs.
package struct Shebang: Hashable, Sendable {
    /// The interpreter as written, a path or a name; nil without such a line.
    package private(set) var program: String?
    package private(set) var arguments: [String] = []
    /// The variables before the program after `env`: `VAR=x`.
    package private(set) var environment: [String: String] = [:]

    /// Parses the first line of a script.
    package init(firstLine: some StringProtocol) {
        guard firstLine.hasPrefix("#!") else { return }
        var words = Self.words(firstLine.dropFirst(2))[...]
        guard let first = words.popFirst() else { return }
        program = first
        if Self.baseName(first) == "env" {
            readArgumentsOfEnv(&words)
        }
        arguments = Array(words)
    }

    /// Skips the options and variables of `env`, and reads the program after them.
    private mutating func readArgumentsOfEnv(_ words: inout ArraySlice<String>) {
        program = nil
        while let word = words.popFirst() {
            if word.hasPrefix("-S"), word.count > 2 {
                words.insert(String(word.dropFirst(2)), at: words.startIndex)
            } else if word.hasPrefix("-") {
                // -u and -C take an argument.
                if word == "-u" || word == "-C" { words = words.dropFirst() }
            } else {
                let parts = word.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, !parts[0].isEmpty else {
                    program = word
                    return
                }
                environment[parts[0]] = parts[1]
            }
        }
    }

    /// Splits at spaces; quotes hold words together, as with `env -S`.
    private static func words(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where scalar == quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil:
                quote = scalar
                word = word ?? ""
            case " " where quote == nil, "\t" where quote == nil, "\r" where quote == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(scalar)
            }
        }
        return words + [word].compactMap(\.self)
    }

    /// Returns a value with its `${NAME}` variables expanded, as `env -S` does it. An unset variable is empty.
    package static func expanded(_ value: String, by environment: [String: String]) -> String {
        var result = ""
        var rest = value[...]
        while let open = rest.range(ofText: "${"),
            let close = rest[open.upperBound...].unicodeScalars.firstIndex(of: "}")
        {
            result += rest[..<open.lowerBound]
            result += environment[String(rest[open.upperBound..<close])] ?? ""
            rest = rest[rest.unicodeScalars.index(after: close)...]
        }
        return result + rest
    }

    static func baseName(_ path: String) -> String { String(path.split(at: "/").last ?? "") }
}

/// The way to start a script.
package enum ScriptStart: Hashable, Sendable {
    /// The file itself is a program.
    case itself
    /// An interpreter: its path, its arguments before the script, and variables to add to the environment.
    case interpreter(path: String, arguments: [String], environment: [String: String])
    /// The program that the script needs is missing. Its name is empty if the script names none.
    case missing(String)

    /// The reason why it can't be started, for users; nil if it can.
    package var failure: String? {
        guard case .missing(let name) = self else { return nil }
        return name.isEmpty
            ? tr("needs an interpreter, which is not installed")
            : tr("needs {program}, which is not installed", ["program": name])
    }
}

extension Shebang {
    /// The interpreters of scripts without a first line, by file extension.
    private static let byEnding: [String: String] = [
        "py": "python3", "js": "node", "mjs": "node", "rb": "ruby", "pl": "perl", "php": "php", "lua": "lua",
        "bash": "bash", "zsh": "zsh", "fish": "fish", "ts": "deno", "swift": "swift", "awk": "awk", "tcl": "tclsh",
    ]

    /// The replacements for a missing interpreter.
    private static let replacements: [String: [String]] = [
        "python": ["python3"], "nodejs": ["node"], "node": ["nodejs"], "lua": ["lua5.4", "lua5.3", "lua5.1"],
        "bash": ["sh"], "dash": ["sh"], "ash": ["sh"],
    ]

    /// Decides how a script is started: with the interpreter that it names if that exists, else with one of the same
    /// base name.
    ///
    /// - Parameters:
    ///   - ending: The file extension, which counts if the script doesn't name an interpreter.
    ///   - lookup: Returns the path of a program for a path or a name, or nil.
    package func start(ending: String, lookup: (String) -> String?) -> ScriptStart {
        let wanted = program ?? Self.byEnding[ending.lowercased()] ?? "bash"
        if wanted.hasPrefix("/"), let path = lookup(wanted) { return start(with: path) }
        let name = Self.baseName(wanted)
        for candidate in [name] + (Self.replacements[name] ?? Self.withoutVersion(name)) {
            if let path = lookup(candidate) { return start(with: path) }
        }
        return .missing(name)
    }

    private func start(with path: String) -> ScriptStart {
        .interpreter(path: path, arguments: arguments, environment: environment)
    }

    /// Returns `python3` for `python3.9`: scripts that name a version rarely need that exact one.
    private static func withoutVersion(_ name: String) -> [String] {
        guard let dot = name.unicodeScalars.firstIndex(of: ".") else { return [] }
        return [String(name[..<dot])]
    }
}
