internal import ArgumentParser
internal import TodayModel

/// `todayctl group remove`.
struct GroupRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes keys and their values.",
        discussion: """
            The command ignores keys that don't exist.

            EXAMPLE
              todayctl group remove group.org.example.list title count
            """)

    @OptionGroup var group: GroupArgument

    @ArgumentParser.Argument(help: ArgumentHelp("The keys to remove.", valueName: "key"), completion: .knownKeys())
    var keys: [String]

    func run() async throws { try await group.client().remove(keys) }
}
