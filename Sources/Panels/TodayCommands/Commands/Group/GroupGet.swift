internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl group get`.
struct GroupGet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Prints the value of a key, or all values.",
        discussion: """
            The command prints text as it is, and any other value as JSON. Without a key, it prints all values with \
            their D-Bus types, one per line, in the form that 'todayctl group set' takes: key:type=value.

            --json prints the value, or an object with all values. Bytes are in base64.

            EXAMPLES
              todayctl group get group.org.example.list title
              todayctl group get group.org.example.list --json
            """)

    @OptionGroup var group: GroupArgument

    @ArgumentParser.Argument(help: "The key. (default: all)", completion: .knownKeys())
    var key: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let client = try await group.client()
        if let key {
            let value = try await client.value(of: key)
            return try Output.standard.print(json ? value.json(pretty: true) : value.lineText)
        }
        let values = try await client.values()
        if json { return try Output.standard.print(JSON(values: values).pretty) }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            try Output.standard.print("\(key.printable):\(value.signature.rawValue)=\(value.lineText.printable)")
        }
    }
}
