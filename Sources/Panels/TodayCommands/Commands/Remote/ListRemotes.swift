internal import ArgumentParser
internal import DBus
internal import TodayBridgeRules
internal import TodayHost
internal import TodayModel

/// `todayctl remote list`.
struct ListRemotes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists machines, brokers, subscriptions and publications.",
        discussion: """
            The columns are:
              NAME     the name in bridge.conf
              KIND     host, broker, subscription or publish
              ADDRESS  the address, or the broker with its topic or the widgets
              WIDGETS  the number of its widgets here
              STATE    ok, unreachable, unknown without widgets here, or invalid if a
                       value in bridge.conf is wrong; 'todayctl remote test' prints why

            --json prints an array of objects with Name, Kind, Address, Widgets, and State.

            EXAMPLE
              todayctl remote list
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let file = try RemoteFile()
        let configuration = BridgeConfiguration(try file.text().text)
        let widgets = await Self.widgets()
        let rows = configuration.kinds.sorted { $0.key < $1.key }.map { name, kind in
            Self.row(name, kind, configuration, widgets)
        }
        if json {
            let objects = rows.map { row in
                JSON.object([
                    .init("Name", .string(row.name)), .init("Kind", .string(row.kind)),
                    .init("Address", .string(row.address)), .init("Widgets", .integer(Int64(row.widgets))),
                    .init("State", .string(row.state)),
                ])
            }
            return try Output.standard.print(JSON.array(objects).pretty)
        }
        if rows.isEmpty { return try Output.report("no remotes yet; 'todayctl remote add' adds one") }
        var table = Table(header: ["NAME", "KIND", "ADDRESS", "WIDGETS", "STATE"])
        for row in rows { table.add([row.name, row.kind, row.address, "\(row.widgets)", row.state].map(\.printable)) }
        let lines = table.lines(width: Output.standard.size?.columns ?? .max, cutting: 2)
        try Output.standard.print(Style(for: .standard).bold(lines[0]))
        for line in lines.dropFirst() { try Output.standard.print(line) }
    }

    private typealias Row = (name: String, kind: String, address: String, widgets: Int, state: String)

    /// The widgets of all remotes; none if the center isn't running.
    private static func widgets() async -> [WidgetProperties] {
        guard let connection = try? await Connection.open(.session),
            let all = try? await CenterClient(connection).widgets()
        else { return [] }
        await connection.close()
        return all.values.compactMap { try? WidgetProperties($0) }
    }

    private static func row(
        _ name: String, _ kind: GroupKind, _ configuration: BridgeConfiguration, _ widgets: [WidgetProperties]
    ) -> Row {
        let topics = configuration.subscriptions.first { $0.name == name }.map { "\($0.broker).\(name)" } ?? name
        let prefix = RemoteIdentifier.prefix + topics
        let own = widgets.filter { "\($0.identifier.rawValue).".hasPrefix(prefix + ".") }
        let address: String? =
            switch kind {
            case .host: configuration.hosts.first { $0.name == name }?.address
            case .broker: configuration.brokers.first { $0.name == name }?.address.text
            case .subscription:
                configuration.subscriptions.first { $0.name == name }.map { "\($0.broker) \($0.topic.text)" }
            case .publish:
                configuration.publications.first { $0.name == name }.map { group in
                    "\(group.broker) \(group.widgets.map(\.text).joined(separator: ";"))"
                }
            }
        // Single devices, topics and machines may be away.
        let isUnreachable = own.allSatisfy { $0.errorKind == .unreachable }
        let state = address == nil ? "invalid" : own.isEmpty ? "unknown" : isUnreachable ? "unreachable" : "ok"
        return (name, kind.rawValue.lowercased(), address ?? "-", own.count, state)
    }
}
