internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl restore`.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists or restores removed copies of widgets.",
        discussion: """
            The center keeps a removed copy for 30 days, with its settings, options, content and position. Without \
            identifiers, the command lists these copies, newest first.

            To bring back a widget without # in its identifier, use 'todayctl add'.

            --json prints an array of objects with Identifier, Name, Icon, RemovedAt and ExpiresAt.

            EXAMPLES
              todayctl restore
              todayctl restore org.example.Weather#2
              todayctl restore --delete --all
            """)

    @Flag(help: "List the removed copies.")
    var list = false

    @Flag(help: "Delete the copies permanently.")
    var delete = false

    @Flag(help: "Restore or delete all removed copies.")
    var all = false

    @Flag(help: "Print JSON.")
    var json = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The copies, such as org.example.Weather#2.", valueName: "identifier"),
        completion: .removedCopies, transform: { try WidgetIdentifier($0) })
    var identifiers: [WidgetIdentifier] = []

    private var changes: Bool { all || !identifiers.isEmpty }

    func validate() throws {
        if all, !identifiers.isEmpty { throw ValidationError("--all can't be combined with identifiers") }
        if list, changes || delete {
            throw ValidationError("--list can't be combined with identifiers, --all or --delete")
        }
        if json, changes || delete {
            throw ValidationError("--json can't be combined with identifiers, --all or --delete")
        }
        if delete, !changes { throw ValidationError("--delete needs identifiers or --all") }
    }

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        guard changes else { return try print(try await center.listRemoved()) }
        if delete {
            try await center.deleteRemoved(identifiers)
        } else {
            let copies = all ? try await center.listRemoved().map(\.identifier) : identifiers
            for copy in copies { try await center.restoreInstance(copy) }
        }
        await center.warnOfStateTrouble()
    }

    private func print(_ copies: [RemovedInstance]) throws {
        if json {
            return try Output.standard.print(JSON.array(copies.map { JSON(values: $0.dictionary) }).pretty)
        }
        if copies.isEmpty { return try Output.report(tr("no removed copies")) }
        let now = WallClock.now
        var table = Table(
            header: [
                trc("column", "IDENTIFIER"), trc("column", "NAME"), trc("column", "REMOVED"),
                trc("column", "KEPT FOR"),
            ])
        for copy in copies {
            let rest = copy.expiresAt.microseconds.subtractingReportingOverflow(now.microseconds)
            let days = rest.overflow ? 0 : rest.partialValue / 86_400_000_000
            table.add(
                [
                    copy.identifier.rawValue, ForeignText.title(copy.name),
                    ContentAge.text(since: copy.removedAt, now: now),
                    // Translators: d is days.
                    days == 0 ? tr("less than 1 d") : trn("{count} d", "{count} d", Int(clamping: days)),
                ].map(\.printable))
        }
        let lines = table.lines(width: Screen.width(), cutting: 1)
        let head = Style(for: .standard).bold(lines[0])
        try Output.standard.print(([head] + lines.dropFirst()).joined(separator: "\n"))
    }
}

extension CompletionKind {
    /// The removed copies that a running center keeps. It doesn't start a center.
    static var removedCopies: CompletionKind {
        .custom { _, _, prefix in
            guard let connection = try? await Connection.openForCompletion(),
                (try? await connection.owner(of: TodayBus.name)) != nil
            else { return [] }
            let copies = (try? await CenterClient(connection).listRemoved()) ?? []
            return copies.map(\.identifier.rawValue).filter { $0.hasPrefix(prefix) }
        }
    }
}
