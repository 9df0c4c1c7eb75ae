internal import DBus
internal import TodayPlatform
internal import TodayModel

/// Provides a widget and all its instances by running commands.
actor WidgetServer {
    nonisolated let loop = EventLoop(name: "serve")
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let identifier: WidgetIdentifier
    private let definition: [String: DBusValue]
    private let commands: ServingCommands
    private let ending: Ending
    /// Whether it may replace the program of an installed widget.
    private let replaces: Bool
    private let name: BusName
    private let path: ObjectPath
    private var instances: [ObjectPath: ServedInstance] = [:]

    /// - Parameters:
    ///   - definition: the keys for the center.
    ///   - ending: ends when the server ends.
    ///   - replaces: whether it may replace the program of an installed widget.
    init(
        _ identifier: WidgetIdentifier, _ definition: [String: DBusValue], _ commands: ServingCommands,
        _ ending: Ending, replaces: Bool
    ) {
        self.identifier = identifier
        self.commands = commands
        self.ending = ending
        self.replaces = replaces
        // The grammar of identifiers is narrower than that of bus names.
        name = BusName(unchecked: identifier.rawValue)
        path = ObjectPath(derivedFrom: name)
        var definition = definition
        (definition["Exec"], definition["BusName"]) = (nil, nil)
        definition["ObjectPath"] = .objectPath(path)
        self.definition = definition
    }

    /// Provides the widget until the end.
    func run() async throws {
        let connection = try await Connection.openToCenter(on: loop)
        await connection.onClose { [ending] _ in ending.end(.failure(.lostConnection)) }
        // Instances are exported when they are called; the first one is exported before the name is requested.
        await connection.setCallFilter(
            CallFilter { call in
                self.assumeIsolated { $0.serve(call.path, on: connection) }
                return .allowed
            })
        serve(path, on: connection)
        try await checkRoom(on: connection)
        do { try await connection.requestName(name, .doNotQueue) } catch is NameTakenError {
            throw CommandFailure(.failed, "another program already provides \(identifier)")
        }
        try await makeKnown(on: connection)
        // A user who starts this waits for content, but the center doesn't hurry with a widget that no panel shows.
        let first = isStartedByCenter ? nil : Task { _ = try? await CenterClient(connection).performUpdate(identifier) }
        let owners = try await connection.owners(of: TodayBus.name)
        let following = Task {
            for await owner in owners.dropFirst() where owner != nil {
                do { try await makeKnown(on: connection) } catch let error as CenterError {
                    ending.end(.failure(CommandFailure(.failed, error.message)))
                } catch {
                    // That center has gone too.
                }
            }
        }
        await withCheckedContinuation { continuation in ending.onEnd { continuation.resume() } }
        following.cancel()
        first?.cancel()
        for instance in instances.values { await instance.stop() }
        await connection.close()
        try ending.check()
    }

    private var isStartedByCenter: Bool { Environment[TodayBus.widgetVariable] != nil }

    /// Makes sure that this doesn't replace the program of an installed widget unless the user asks for it.
    private func checkRoom(on connection: Connection) async throws {
        if isStartedByCenter || replaces { return }
        guard let widget = try await CenterClient(connection).widgets()[TodayBus.path(of: identifier)],
            try WidgetProperties(widget).source == .manifest
        else { return }
        throw CommandFailure(
            .failed, "\(identifier) is installed with its own program; to replace that program, use --replace")
    }

    /// Registers the widget with a center.
    private func makeKnown(on connection: Connection) async throws {
        // A center that started this program knows the widget.
        if isStartedByCenter { return }
        let center = CenterClient(connection)
        do { try await center.registerWidget(identifier, definition) } catch let error as CenterError
            where error.code == .alreadyRegistered
        {
            // The center finds a widget with a manifest by its name.
            guard try await center.properties(of: identifier).source == .manifest else { throw error }
        }
    }

    /// Exports the instance for a path, if the path is that of an instance.
    private func serve(_ place: ObjectPath, on connection: Connection) {
        guard instances[place] == nil, let number = number(of: place) else { return }
        let instance = ServedInstance(identifier.instance(number), commands, on: loop) { [ending] in
            Task { ending.end(.success(())) }
        }
        instances[place] = instance
        connection.assumeIsolated { try? $0.export(ServedInstance.interface, of: instance, at: place) }
    }

    private func number(of place: ObjectPath) -> Int? {
        if place == path { return 1 }
        let start = path.rawValue + "/instance/"
        guard place.rawValue.hasPrefix(start), let number = Int(place.rawValue.dropFirst(start.count)),
            (2...WidgetIdentifier.greatestInstance).contains(number)
        else { return nil }
        return number
    }
}
