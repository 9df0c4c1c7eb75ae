internal import ArgumentParser

/// `todayctl script remove`.
struct RemoveScript: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Takes scripts out again.",
        discussion: """
            A link is removed; what it leads to stays, and so do the values of its variables. A script that is no \
            link, as after 'add --copy' and 'import', is deleted with --delete only.

            EXAMPLE
              todayctl script remove cpu
            """)

    @Flag(help: "Delete also a script that is no link, and the values of variables.")
    var delete = false

    @ArgumentParser.Argument(
        help: ArgumentHelp(
            "The scripts: the part before the first dot, or the whole name of the file.", valueName: "name"),
        completion: .knownScripts)
    var names: [String]

    func run() throws {
        let folder = try ScriptFolder()
        let scripts = try names.map { try folder.script(named: $0) }
        for script in scripts { try folder.remove(script, deleting: delete) }
    }
}
