package import DBus

/// Follows the values of an App Group, on the thread of its connection.
///
/// The handler gets each change before the replies behind it, so a program that has waited for a write finds it in the
/// values. Following ends when the follower is released.
package actor GroupFollower {
    private let group: GroupClient
    private let handler: @Sendable (_ event: GroupEvent?, _ values: [String: DBusValue]) -> Void
    private var subscriptions: [Connection.Subscription] = []
    private var values: [String: DBusValue] = [:]
    private var owner: BusName?
    /// Whether the center reports changes. It reports them to those only who asked it for all values.
    private var isFollowing = false
    private var reading: Task<Void, any Error>?
    /// The changes since the question for all values.
    private var held: [(changed: [String: DBusValue], removed: [String])] = []

    package nonisolated var connection: Connection { group.connection }
    package nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    /// Makes a follower. Nothing happens before ``read()``.
    ///
    /// - Parameter handler: gets each event, and nil at the end of the connection, with all values then. While the values
    ///   can't be read, these are the last ones.
    package init(
        _ group: GroupClient, handler: @escaping @Sendable (_ event: GroupEvent?, _ values: [String: DBusValue]) -> Void
    ) {
        self.group = group
        self.handler = handler
    }

    isolated deinit { unsubscribe() }

    /// Whether the values are read, and every change of them is reported.
    package var isCurrent: Bool { isFollowing && reading == nil }

    /// Reads all values, and follows them from then on. Calls at the same time share one reading.
    ///
    /// The bus starts a center that isn't running.
    package func read() async throws {
        let task =
            reading
            ?? Task {
                defer { reading = nil }
                try await readAll()
            }
        reading = task
        try await task.value
    }

    private func readAll() async throws {
        if subscriptions.isEmpty { try await subscribe() }
        repeat {
            (held, isFollowing) = ([], true)
            do { values = try await group.values() } catch {
                isFollowing = false
                throw error
            }
            // Another owner has to be asked again.
        } while !isFollowing
        // The reply is handled later than signals behind it, which are therefore applied again.
        for change in held { apply(change) }
        (held, reading) = ([], nil)
        handler(.values(values), values)
    }

    private func subscribe() async throws {
        let rule = MatchRule(
            sender: TodayBus.appsName, path: group.path, interface: TodayBus.group, member: GroupMember.changed)
        let end: @Sendable () -> Void = { [weak self] in self?.assumeIsolated { $0.end() } }
        do {
            subscriptions.append(
                try await connection.subscribe(rule) { [weak self] signal in self?.assumeIsolated { $0.receive(signal) }
                })
            subscriptions.append(
                try await connection.watchOwner(of: TodayBus.appsName, finished: end) { [weak self] owner in
                    self?.assumeIsolated { $0.change(owner: owner) }
                })
        } catch {
            unsubscribe()
            throw error
        }
    }

    private func unsubscribe() {
        let all = subscriptions
        subscriptions = []
        connection.assumeIsolated { connection in for subscription in all { connection.cancel(subscription) } }
    }

    private func end() {
        isFollowing = false
        handler(nil, values)
    }

    private func change(owner: BusName?) {
        self.owner = owner
        isFollowing = false
        if reading != nil { return }
        if owner == nil { return handler(.unavailable("Today isn’t running"), values) }
        Task {
            do { try await read() } catch {
                let reason = self.owner == nil ? "Today isn’t running" : "\(error)"
                if await !connection.isClosed { handler(.unavailable(reason), values) }
            }
        }
    }

    private func receive(_ signal: Signal) {
        guard let change = try? signal.arguments(as: [String: DBusValue].self, [String].self) else { return }
        if reading != nil { return held.append(change) }
        guard isFollowing else { return }
        apply(change)
        handler(.changed(change.0, removed: change.1), values)
    }

    private func apply(_ change: (changed: [String: DBusValue], removed: [String])) {
        values.merge(change.changed) { $1 }
        for key in change.removed { values[key] = nil }
    }
}
