internal import ArgumentParser

/// `todayctl script remove`.
struct RemoveScript: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes scripts.",
        discussion: """
            The command removes links to scripts. It keeps the file behind the link and the values of variables. To \
            remove a script that isn't a link, for example one from 'add --copy' or 'import', use --delete.

            EXAMPLE
              todayctl script remove cpu
            """)

    @Flag(help: "Also delete scripts that aren't links, and the values of variables.")
    var delete = false

    @ArgumentParser.Argument(
        help: ArgumentHelp(
            "The scripts: the part of the file name before the first dot, or the whole name.", valueName: "name"),
        completion: .knownScripts)
    var names: [String]

    func run() throws {
        let folder = try ScriptFolder()
        let scripts = try names.map { try folder.script(named: $0) }
        for script in scripts { try folder.remove(script, deleting: delete) }
    }
}
