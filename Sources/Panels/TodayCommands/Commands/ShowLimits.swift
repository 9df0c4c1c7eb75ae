internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl limits`.
struct ShowLimits: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Prints the center's limits for sizes, counts and rates.",
        discussion: """
            Names that end in Bytes are in bytes, and those that end in Usec are in microseconds. All others are \
            counts.

            --json prints an object of numbers. Later versions may add names.

            EXAMPLE
              todayctl limits --json | jq .ContentBytes
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let limits = try await CenterClient(try await Connection.openToCenter()).limits().sorted { $0.key < $1.key }
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
