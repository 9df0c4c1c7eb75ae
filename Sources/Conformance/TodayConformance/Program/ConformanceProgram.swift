public import ArgumentParser
internal import Glibc
internal import TodayModel

/// `today-conformance`: checks whether a program follows the specification.
public struct ConformanceProgram: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "today-conformance",
        abstract: "Tests whether a program follows the specification of Today Center.",
        discussion: """
            The tested program is the subject, and the part of Today Center that it plays is its role. The output \
            follows the Test Anything Protocol, with a line for each check. A failed check prints its rules, the \
            expected result, and the actual one.

            EXIT CODES
              0   all checks passed or were skipped
              1   some checks failed, or the subject can't be tested
              64  invalid command line, or specification not found
            """,
        version: "today-conformance \(TodayVersion.string)",
        subcommands: [ContentRole.self, CenterRole.self, ProviderRole.self, PanelRole.self])

    public init() {}

    public func run() async throws { throw ValidationError("missing role") }

    /// Runs the command of this process's arguments, and ends the process.
    public static func run() async -> Never {
        // `write` reports a subject that ends, and a reader that closes the output.
        signal(SIGPIPE, SIG_IGN)
        await main()
        Glibc.exit(0)
    }
}
