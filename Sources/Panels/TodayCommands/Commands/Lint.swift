internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// `todayctl lint`.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks content for unknown, ignored or invalid parts.",
        discussion: """
            A file contains content as JSON (see todaycenter-content(7)), or changes as for 'todayctl push --changes'. \
            Each line of the output describes a problem: the file, the path in the content, and the problem. A warning \
            is about something that the center accepts but panels ignore, such as an unknown attribute or word. All \
            other problems make the center refuse the content. 'todayctl push' and 'todayctl register' print the same \
            warnings.

            If the command finds a problem, it exits with 1. It doesn't need a bus.

            With --conformance, the command answers requests from 'today-conformance content' on standard input, one \
            per line.

            --json prints an array of objects with File, Path, Severity (error or warning) and Message.

            EXAMPLES
              todayctl lint note.json
              todayctl show --json org.example.Note | todayctl lint -
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Answer requests from today-conformance.")
    var conformance = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The files; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var files: [String] = []

    func validate() throws {
        if conformance == !files.isEmpty {
            throw ValidationError(
                conformance ? "--conformance can't be combined with files" : "no file given; use - for standard input")
        }
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read only once") }
    }

    func run() throws {
        if conformance {
            while let line = readLine() { try Output.standard.print(ContentAnswer.line(for: line)) }
            return
        }
        var findings: [(file: String, finding: ContentFinding)] = []
        var areRead = true
        for file in files {
            do {
                let text = try InputText.file(file)
                findings += ContentCheck.findings(in: text).map { (file, $0) }
            } catch let error as CommandFailure {
                try Output.report(error.message)
                areRead = false
            }
        }
        if json {
            let objects = findings.map { entry in
                JSON.object([
                    .init("File", .string(entry.file)), .init("Path", .string(entry.finding.fault.path)),
                    .init("Severity", .string(entry.finding.severity.rawValue)),
                    .init("Message", .string(entry.finding.fault.message)),
                ])
            }
            try Output.standard.print(JSON.array(objects).pretty)
        } else {
            for (file, finding) in findings {
                let name = file == "-" ? "standard input" : file
                try Output.standard.print("\(name): \(finding.line)".printable)
            }
        }
        if !areRead || !findings.isEmpty { throw CommandFailure(.failed, "") }
    }
}
