internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// `todayctl validate`.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks manifests, as the center reads them.",
        discussion: """
            Prints a line for each problem: the file, the line, the key and what is wrong. A warning is about \
            something that the center takes, but that is likely meant otherwise. It exits with 1 if there is \
            anything but warnings, or a file cannot be read. What is looked for besides – programs, desktop files, \
            icons – is looked for here; the center may have another environment.

            With --json: an array of objects with File, Line, Key, Severity (error or warning) and Message.

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
        var problems: [ManifestCheck.Problem] = []
        var areRead = true
        for file in files {
            do throws(CommandFailure) { problems += try ManifestCheck(file: file).problems } catch {
                try Output.report(error.message)
                areRead = false
            }
        }
        if json {
            try Output.standard.print(JSON.array(problems.map(\.json)).pretty)
        } else {
            for problem in problems { try Output.standard.print(problem.description.printable) }
        }
        if !areRead || problems.contains(where: { $0.severity == .error }) { throw CommandFailure(.failed, "") }
    }
}
