internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// `todayctl lint`.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks content: what in it is unknown, ignored or out of range.",
        discussion: """
            A file holds content in its JSON form, as in todaycenter-content(7), or changes as 'todayctl push --changes' \
            takes them; - is standard input. A line for each finding: the file, the place, and what is wrong. A warning is about something that \
            the center takes and panels ignore, such as an attribute that the kind does not have, or a word that is \
            none of those it may be; anything else is refused. 'todayctl push' and 'register' print the same warnings.

            It exits with 0 when there is nothing to say, and with 1 when there is. No center is asked.

            With --conformance it answers the requests of 'today-conformance content' on standard input, a line for each.

            With --json: an array of objects with File, Path, Severity (error or warning) and Message.

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
                conformance ? "--conformance takes no files" : "a file is missing; - is standard input")
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
