internal import ArgumentParser

/// `todayctl validate`.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks manifests, as the center reads them.",
        discussion: """
            Prints a line for each problem: the file, the line, the key and what is wrong. A warning is about \
            something that the center takes, but that is likely meant otherwise. Ends with 1 if there is anything \
            but warnings.

            With --json: an array of objects with file, line, key, severity (error or warning) and message.

            EXAMPLE
              todayctl validate ~/.local/share/todaycenter/widgets/*.widget
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The manifests, called IDENTIFIER.widget.", valueName: "file"),
        completion: .file(extensions: ["widget"]))
    var files: [String]

    func run() throws {
        let problems = files.flatMap { ManifestCheck(file: $0).problems }
        if json {
            try Output.standard.print(JSON.array(problems.map(\.json)).pretty)
        } else {
            for problem in problems { try Output.standard.print(problem.description.printable) }
        }
        if problems.contains(where: { $0.severity == .error }) { throw CommandFailure(.failed, "") }
    }
}
