internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// `todayctl lint`.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks content for unknown, ignored or invalid parts.",
        discussion: """
            A file contains content in its JSON form (see todaycenter-content(7)), or changes as 'todayctl push \
            --changes' takes them; - is standard input. Each finding is one line: the file, the path, and the \
            problem. A warning is about something that the center accepts and panels ignore, such as an unknown \
            attribute or word. The center refuses everything else. 'todayctl push' and 'register' print the same \
            warnings.

            It exits with 0 if it finds nothing, otherwise with 1. It doesn't need a center.

            With --conformance, it answers the requests of 'today-conformance content' on standard input, one line \
            each.

            With --json, it prints an array of objects with File, Path, Severity (error or warning) and Message.

            EXAMPLES
              todayctl lint note.json
              todayctl show --json org.example.Note | todayctl lint -
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Answer the requests of today-conformance.")
    var conformance = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The files; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var files: [String] = []

    func validate() throws {
        if conformance == !files.isEmpty {
            throw ValidationError(
                conformance ? "--conformance takes no files" : "no file given; - is standard input")
        }
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read once only") }
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
