public import DBus

/// A record of all signals that match a rule, in which a test can wait for expected signals.
public final class SignalRecorder: Sendable {
    private let recorded: WatchedValue<[Signal]>
    private let connection: Connection
    private let subscription: Connection.Subscription

    /// Starts recording. Returns when the bus has confirmed the rule.
    public init(_ connection: Connection, _ rule: MatchRule) async throws {
        let recorded = WatchedValue<[Signal]>([])
        self.recorded = recorded
        self.connection = connection
        subscription = try await connection.subscribe(rule) { signal in recorded.change { $0.append(signal) } }
    }

    deinit { Task { [connection, subscription] in await connection.cancel(subscription) } }

    /// The signals recorded so far.
    public var signals: [Signal] { recorded.value }

    /// Waits until `count` recorded signals satisfy `predicate`, and returns all that do.
    ///
    /// - Throws: ``DeadlineExceeded`` after `limit`.
    @discardableResult
    public func wait(
        for count: Int = 1, within limit: Duration = .seconds(60),
        where predicate: @escaping @Sendable (Signal) -> Bool = { _ in true }
    ) async throws -> [Signal] {
        // Each signal is tested once. Otherwise a long record would take quadratic time.
        let found = Locked((tried: 0, signals: [Signal]()))
        try await recorded.wait(within: limit) { recorded in
            found.withLock { found in
                found.signals += recorded[found.tried...].filter(predicate)
                found.tried = recorded.count
                return found.signals.count >= count
            }
        }
        return found.withLock { $0.signals }
    }
}
