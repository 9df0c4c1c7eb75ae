internal import ArgumentParser
internal import Glibc
internal import TodayPlatform

/// The options of every role.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Skip this rule; may be repeated.", valueName: "rule"))
    var skip: [RuleID] = []

    @Option(
        name: .customLong("rule"),
        help: ArgumentHelp("Test only this rule; may be repeated.", valueName: "rule"))
    var rules: [RuleID] = []

    @Flag(help: "List the checks without running them.")
    var list = false

    @Option(
        help: ArgumentHelp(
            "Use this folder 'cases' of the specification. (default: the installed one)", valueName: "folder"),
        completion: .directory)
    var cases: String?

    /// Runs checks, reports them on standard output, and throws the exit code unless all have passed. With `--list`, it
    /// lists the checks instead.
    ///
    /// - Parameters:
    ///   - width: The number of checks that run at the same time; more than one only if each has its own subject.
    ///   - checks: Makes the checks of a role. The first check that runs starts the subject.
    func run(sideBySide width: Int = 1, _ checks: (Specification) throws -> [Check]) async throws {
        let specification = try Specification.find(cases: cases)
        var chosen = try checks(specification)
        let known = Set(chosen.flatMap(\.rules))
        for rule in skip + rules where !known.contains(rule) {
            throw ValidationError("no check covers the rule \(rule)")
        }
        if !rules.isEmpty { chosen.removeAll { Set($0.rules).isDisjoint(with: rules) } }
        if list {
            for check in chosen { try Self.write(check.label + "\n") }
            return
        }
        var reporter = TAPReporter(
            sentences: Dictionary(specification.rules.map { ($0.id, $0.text) }) { first, _ in first },
            write: Self.write)
        let run = CheckRun(checks: chosen, skip: Set(skip), width: width)
        if try await !run.run(&reporter) { throw ExitCode.failure }
    }

    private static func write(_ text: String) throws {
        let code = writeAll(text, to: STDOUT_FILENO)
        if code != 0 { throw OutputFailure(code: code) }
    }
}

/// The output can't be written.
struct OutputFailure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { "cannot write: \(String(cString: strerror(code)))" }
}
