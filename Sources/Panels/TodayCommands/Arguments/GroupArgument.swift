internal import ArgumentParser
internal import DBus
internal import TodayModel

/// The App Group that a command is about.
struct GroupArgument: ParsableArguments {
    @ArgumentParser.Argument(
        help: ArgumentHelp("The App Group, such as group.org.example.list.", valueName: "group"),
        completion: .knownGroups, transform: { try Self.checked($0) })
    var group: String

    /// Returns a client of the group on the session bus.
    func client() async throws -> GroupClient { GroupClient(try await Connection.openToCenter(), group) }

    private static func checked(_ text: String) throws -> String {
        if let reason = AppGroup.fault(in: text) { throw ValidationError(reason) }
        return text
    }
}

extension CompletionKind {
    /// The App Groups of a running center. Completion doesn't start a center.
    static var knownGroups: CompletionKind {
        .custom { _, _, prefix in
            guard let connection = await runningApps(), let groups = try? await GroupClient.groups(on: connection)
            else { return [] }
            return groups.filter { $0.hasPrefix(prefix) }
        }
    }

    /// The keys of the App Group that the words before them name.
    ///
    /// - Parameter suffix: the text after each key on the command line.
    static func knownKeys(suffix: String = "") -> CompletionKind {
        .custom { words, _, prefix in
            guard let command = words.firstIndex(of: "group"),
                let group = words.dropFirst(command + 2).first(where: { !$0.hasPrefix("-") }),
                let connection = await runningApps(),
                let values = try? await GroupClient(connection, group).values()
            else { return [] }
            return values.keys.map { $0 + suffix }.filter { $0.hasPrefix(prefix) }.sorted()
        }
    }

    private static func runningApps() async -> Connection? {
        guard let connection = try? await Connection.openForCompletion(),
            (try? await connection.owner(of: TodayBus.appsName)) != nil
        else { return nil }
        return connection
    }
}
