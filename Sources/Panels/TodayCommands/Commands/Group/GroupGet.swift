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
            A value is printed as JSON, text as it is. Without a key all are printed, one a line, with their D-Bus \
            types as 'group set' takes them: key:type=value.

            With --json: the value, or an object with all values; bytes are base64.

            EXAMPLES
              todayctl group get group.org.example.list title
              todayctl group get group.org.example.list --json
            """)

    @OptionGroup var group: GroupArgument

    @ArgumentParser.Argument(help: "The key; all if none is given.", completion: .knownKeys())
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
