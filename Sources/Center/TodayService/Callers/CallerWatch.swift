internal import DBus

/// Reports when connections leave the bus: panels, apps that registered widgets, listeners of App Groups.
actor CallerWatch {
    private let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    /// The actions to run when a connection leaves.
    private(set) var watched: [BusName: @Sendable () -> Void] = [:]

    /// The time before the bus is asked again after a failure.
    private static let pause: Duration = .seconds(1)

    /// - Parameter connection: the connection that receives the calls of the watched callers, so that none is reported
    ///   as gone before its last call is read.
    init(_ connection: Connection) { self.connection = connection }

    /// Starts to listen to the bus. One rule serves all callers, so none is lost because the bus accepts no more rules.
    func follow() async throws {
        // A name that loses its last owner; D-Bus specification, `org.freedesktop.DBus.NameOwnerChanged`.
        let departures = MatchRule(
            sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged", arguments: [2: .equals("")])
        _ = try await connection.subscribe(departures) { [weak self] signal in
            guard let self, let (name, _, _) = try? signal.arguments(as: String.self, String.self, String.self),
                let name = BusName(rawValue: name)
            else { return }
            assumeIsolated { $0.end(name) }
        }
    }

    /// Calls `left` once, on the connection's thread, when a connection leaves. If the connection is already watched,
    /// the first `left` counts. Only on the connection's thread.
    nonisolated func watch(_ name: BusName, left: @escaping @Sendable () -> Void) {
        assumeIsolated { watch in
            guard watch.watched[name] == nil else { return }
            watch.watched[name] = left
            Task { await watch.confirm(name) }
        }
    }

    /// Checks whether a caller left before its call was handled.
    private func confirm(_ name: BusName) async {
        while watched[name] != nil, await !connection.isClosed {
            do {
                if try await connection.owner(of: name) == nil { end(name) }
                return
            } catch {
                await withCheckedContinuation { continuation in
                    _ = connection.loop.schedule(at: .now + Self.pause) { continuation.resume() }
                }
            }
        }
    }

    private func end(_ name: BusName) { watched.removeValue(forKey: name)?() }
}
