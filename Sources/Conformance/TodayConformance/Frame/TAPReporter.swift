internal import DBus

/// Reports checks in the Test Anything Protocol, version 14: https://testanything.org.
struct TAPReporter {
    private static let longest = 2000

    /// Writes lines, each with its line feed.
    let write: (String) throws -> Void
    /// The text of each rule, read at the first failure.
    private lazy var sentences = readSentences()
    private let readSentences: () -> [RuleID: String]

    private var count = 0
    private var counts: [Outcome: Int] = [:]
    private var outcomes: [RuleID: Set<Outcome>] = [:]

    enum Outcome { case passed, failed, skipped }

    init(
        sentences: @escaping @autoclosure () -> [RuleID: String] = [:], write: @escaping (String) throws -> Void
    ) {
        readSentences = sentences
        self.write = write
    }

    /// Whether nothing has failed so far.
    var hasPassed: Bool { counts[.failed] == nil }

    /// Writes the number of checks to come.
    func begin(_ count: Int) throws { try write("TAP version 14\n1..\(count)\n") }

    mutating func passed(_ check: Check) throws {
        try write("ok \(record(check, .passed))\n")
    }

    mutating func skipped(_ check: Check, _ reason: String) throws {
        try write("ok \(record(check, .skipped)) # SKIP \(Self.escaped(reason))\n")
    }

    mutating func failed(_ check: Check, _ failure: Failure) throws {
        var text = "not ok \(record(check, .failed))\n  ---\n"
        for rule in check.rules {
            if let sentence = sentences[rule] { text += Self.member(rule.description, sentence) }
        }
        if let given = failure.given { text += Self.member("given", given) }
        text += Self.member("expected", failure.expected) + Self.member("seen", failure.seen)
        try write(text + "  ...\n")
    }

    /// Reports that no further check can run.
    mutating func bailOut(_ reason: String) throws {
        counts[.failed, default: 0] += 1
        try write("Bail out! \(Self.escaped(reason))\n")
    }

    /// Reports the rules: those that failed, those without a check that ran, and the number of rules that hold.
    mutating func end() throws {
        func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }
        var text = ""
        for (rule, seen) in outcomes.sorted(by: { $0.key < $1.key }) where seen != [.passed] {
            let word = seen.contains(.failed) ? "failed" : seen.contains(.passed) ? "skipped in part" : "skipped"
            text += "# \(rule) \(word)\(sentences[rule].map { ": " + Self.escaped($0) } ?? "")\n"
        }
        let failed = outcomes.values.count { $0.contains(.failed) }
        let held = outcomes.values.count { $0.contains(.passed) && !$0.contains(.failed) }
        text += "# \(held) of \(outcomes.count) rules hold, \(failed) \(failed == 1 ? "does" : "do") not\n"
        text += "# \(count(.passed)) checks passed, \(count(.failed)) failed, \(count(.skipped)) skipped\n"
        try write(text)
    }

    /// Counts a check, and returns the text after `ok`.
    private mutating func record(_ check: Check, _ outcome: Outcome) -> String {
        count += 1
        counts[outcome, default: 0] += 1
        for rule in check.rules { outcomes[rule, default: []].insert(outcome) }
        return "\(count) - \(check.label)"
    }

    /// Returns a member of a YAML block: a text in quotes, or a block of lines if it has several. A long text is cut.
    private static func member(_ name: String, _ whole: String) -> String {
        let text = whole.utf8.count > longest ? String(whole.prefix(longest)) + "…" : whole
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isBlock =
            lines.count > 1 && !(lines.first?.first?.isWhitespace ?? true) && lines.last?.isEmpty == false
            && !lines.contains { $0.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } }
        if !isBlock {
            // Unescaped if possible, so that readers may paste it.
            let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            let isFull = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
            let literal = isPlain && isFull ? "'" + text.escaping { $0 == "'" ? "''" : nil } + "'" : quoted(text)
            return "  \(name): \(literal)\n"
        }
        return "  \(name): |-\n" + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    /// Returns a text in double quotes, as YAML reads it.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count == 1 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns a text on its own line, escaped: `#` would begin a directive.
    fileprivate static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "#", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Check {
    /// Its rules and its title, on one line.
    var label: String {
        rules.map(\.description).joined(separator: " ") + " " + TAPReporter.escaped(title)
    }
}
