internal import ArgumentParser

/// `todayctl script remove`.
struct RemoveScript: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes scripts.",
        discussion: """
            It removes a link. The file behind the link and the values of its variables stay. A script that isn't a \
            link, as after 'add --copy' or 'import', is deleted only with --delete.

            EXAMPLE
              todayctl script remove cpu
            """)

    @Flag(help: "Also delete scripts that aren't links, and the values of variables.")
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
