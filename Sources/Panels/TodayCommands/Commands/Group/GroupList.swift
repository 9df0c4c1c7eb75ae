internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl group list`.
struct GroupList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the App Groups of all widgets.",
        discussion: """
            --json prints an array of names.

            EXAMPLE
              todayctl group list
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let groups = try await GroupClient.groups(on: try await Connection.openToCenter())
        if json { return try Output.standard.print(JSON.array(groups.map { .string($0) }).pretty) }
        if groups.isEmpty { return try Output.report("no App Groups") }
        for group in groups { try Output.standard.print(group.printable) }
    }
}
