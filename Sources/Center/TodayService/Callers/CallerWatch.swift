internal import DBus

/// Reports when connections leave the bus: panels, apps that registered widgets, listeners of App Groups.
actor CallerWatch {
    private let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    /// What is done when a connection leaves.
    private(set) var watched: [BusName: @Sendable () -> Void] = [:]

    /// How long after a failed question the bus is asked again.
    private static let pause: Duration = .seconds(1)

    /// - Parameter connection: over which the callers come whose leaving matters, so that none is reported to have left
    ///   before its last call was read.
    init(_ connection: Connection) { self.connection = connection }

    /// Begins to listen to the bus: one rule serves all callers, so that none is lost because there is no room for its own.
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

    /// Has `left` called once, on the connection's thread, when a connection leaves. For one that is watched already, the
    /// first `left` counts. On the connection's thread only.
    nonisolated func watch(_ name: BusName, left: @escaping @Sendable () -> Void) {
        assumeIsolated { watch in
            guard watch.watched[name] == nil else { return }
            watch.watched[name] = left
            Task { await watch.confirm(name) }
        }
    }

    /// Finds out whether a caller had left before its call was served.
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
