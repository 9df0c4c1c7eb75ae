internal import ArgumentParser

/// `today-conformance content`.
struct ContentRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content",
        abstract: "Tests a program that reads content.",
        discussion: """
            The command reads requests from standard input. For each request, it writes a line to standard output. The \
            specification describes requests and answers in the section "The content role".

            EXAMPLE
              today-conformance content -- todayctl lint --conformance
            """)

    @OptionGroup var options: RunOptions

    @ArgumentParser.Argument(
        parsing: .postTerminator, help: ArgumentHelp("The program and its arguments.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        if command.isEmpty, !options.list { throw ValidationError("missing command after --") }
    }

    func run() async throws {
        try await options.run(ContentChecks(command: command).all)
    }
}
