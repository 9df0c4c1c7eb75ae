internal import ArgumentParser
internal import TodayHost
internal import TodayScriptHost
internal import TodayModel
internal import TodayScripts

/// `todayctl script list`.
struct ListScripts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the scripts with their widgets.",
        discussion: """
            The columns are:
              NAME        the part of the file name before the first dot
              IDENTIFIER  the identifier of the widget
              FORMAT      the format in the header of the script, or "output" if the output
                          decides
              RUNS        when the script runs

            If a script can't run, the next line gives the reason. Standard error lists files that can't be scripts \
            because of their names, such as .txt files. To see errors of the last run, use 'todayctl today' or \
            'todayctl list'.

            --json prints an array of objects with File, Path, Identifier, Name, Runs, Format (unless the output \
            decides), and Error (if the script can't run).

            EXAMPLE
              todayctl script list --json | jq -r '.[] | select(.Error).File'
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let entries = try ScriptFolder().entries
        if json {
            let objects = entries.map { script, trouble in
                JSON.object(ScriptReport.members(of: script) + (trouble.map { [.init("Error", .string($0))] } ?? []))
            }
            return try Output.standard.print(JSON.array(objects).pretty)
        }
        for (file, ending) in try ScriptFolder().skipped {
            try Output.report("\(file) is ignored: files ending in \(ending) aren't scripts")
        }
        if entries.isEmpty { return try Output.report("no scripts yet; 'todayctl script add' adds one") }
        var table = Table(header: ["NAME", "IDENTIFIER", "FORMAT", "RUNS"])
        for (script, _) in entries {
            table.add(
                [
                    script.name.identity, script.name.widgetIdentifier?.rawValue ?? "-",
                    script.format?.rawValue ?? "output", "\(script.schedule)",
                ].map(\.printable))
        }
        let lines = table.lines(width: .max, cutting: 1)
        let style = Style(for: .standard)
        try Output.standard.print(style.bold(lines[0]))
        for (line, entry) in zip(lines.dropFirst(), entries) {
            try Output.standard.print(line)
            if let trouble = entry.trouble { try Output.standard.print("  ! \(trouble)".printable) }
        }
    }
}
