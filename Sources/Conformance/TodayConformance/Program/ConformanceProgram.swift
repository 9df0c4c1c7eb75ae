public import ArgumentParser
internal import Glibc
internal import TodayModel

/// `today-conformance`: checks whether a program follows the specification.
public struct ConformanceProgram: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "today-conformance",
        abstract: "Tries whether a program does what the specification of Today Center says.",
        discussion: """
            The subject is a command, in a role of the specification. The output is that of the Test Anything Protocol, \
            a line for each check; what fails names its rules, what was expected, and what was seen.

            EXIT CODES
              0   all checks have passed
              1   some have failed, or the subject cannot be tried
              64  the command line is wrong, or there is no specification
            """,
        version: "today-conformance \(TodayVersion.string)",
        subcommands: [ContentRole.self, CenterRole.self, ProviderRole.self, PanelRole.self])

    public init() {}

    public func run() async throws { throw ValidationError("a role is missing") }

    /// Runs the command of this process's arguments, and ends the process.
    public static func run() async -> Never {
        // `write` reports a subject that ends, and a reader that closes the output.
        signal(SIGPIPE, SIG_IGN)
        await main()
        Glibc.exit(0)
    }
}
