internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl limits`.
struct ShowLimits: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Prints the limits of the center: sizes, counts and rates.",
        discussion: """
            Names that end in Bytes are in bytes, those in Usec in microseconds; all others are counts.

            With --json, it prints an object of numbers. New names may be added.

            EXAMPLE
              todayctl limits --json | jq .ContentBytes
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let limits = try await CenterClient(try await Connection.open(.session)).limits().sorted { $0.key < $1.key }
        if json {
            return try Output.standard.print(
                JSON.object(limits.map { JSON.Member($0.key, .unsigned($0.value)) }).pretty)
        }
        let width = limits.map(\.key.count).max() ?? 0
        for (name, value) in limits {
            try Output.standard.print(name + String(repeating: " ", count: width - name.count + 2) + "\(value)")
        }
    }
}
