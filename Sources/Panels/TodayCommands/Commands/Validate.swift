internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// `todayctl validate`.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks manifests, the files that define widgets.",
        discussion: """
            Each line of the output describes a problem: the file, the line, the key and the problem. A warning is \
            about a probable mistake that the center accepts. If the command finds an error or can't read a file, it \
            exits with 1. It looks for programs, desktop files and icons in its own environment, which may differ from \
            that of the center.

            --json prints an array of objects with File, Line, Key, Severity (error or warning) and Message.

            EXAMPLE
              todayctl validate ~/.local/share/todaycenter/widgets/*.widget
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The manifests, named IDENTIFIER.widget.", valueName: "file"),
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
