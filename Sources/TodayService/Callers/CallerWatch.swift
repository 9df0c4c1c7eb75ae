internal import DBus
internal import Logging

/// Tells when connections leave the bus: panels, apps that registered widgets, listeners of App Groups.
actor CallerWatch {
    private let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    private let logger: Logger
    /// Those that are watched; the value is nil until the bus has confirmed that.
    private(set) var watched: [BusName: Connection.Subscription?] = [:]

    /// - Parameter connection: over which the callers come whose leaving matters, so that none is told to have left before its
    ///   last call was heard.
    init(_ connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
    }

    /// Has `left` called once, on the connection's thread, when a connection leaves. One that is watched already is told
    /// of as it was to be. On the connection's thread only.
    nonisolated func watch(_ name: BusName, left: @escaping @Sendable () -> Void) {
        assumeIsolated { $0.begin(name, left) }
    }

    private func begin(_ name: BusName, _ left: @escaping @Sendable () -> Void) {
        guard watched[name] == nil else { return }
        watched[name] = .some(nil)
        Task {
            do {
                let watch = try await connection.watchOwner(of: name) { [weak self] owner in
                    guard owner == nil, let self else { return }
                    assumeIsolated { $0.end(name) }
                    left()
                }
                // It may have left meanwhile.
                if watched[name] != nil { watched[name] = watch } else { cancel(watch) }
            } catch {
                logger.warning("\(name) cannot be watched: \(error)")
            }
        }
    }

    private func end(_ name: BusName) {
        if let watch = watched.removeValue(forKey: name), let watch { cancel(watch) }
    }

    private func cancel(_ watch: Connection.Subscription) { connection.assumeIsolated { $0.cancel(watch) } }
}
