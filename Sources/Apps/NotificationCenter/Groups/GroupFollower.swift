internal import DBus
internal import TodayModel

/// Keeps a program's copy of an App Group up to date, and writes into the group.
@WidgetActor
final class GroupFollower {
    nonisolated let group: String
    private nonisolated let path: ObjectPath
    private nonisolated let link: CenterLink
    private nonisolated let copy = Locked(GroupCopy())
    nonisolated let observers = GroupObservers()
    private var connection: Connection?
    private var subscriptions: [Connection.Subscription] = []
    private var synchronizing: Task<Connection, any Error>?

    nonisolated init(_ group: String, _ link: CenterLink) {
        self.group = group
        self.link = link
        path = TodayBus.path(ofGroup: group)
    }

    /// The values as they are known here.
    nonisolated var values: [String: NCValue] { copy.withLock { $0.values } }

    /// Asks for all values, and for being told of changes from then on; one such request at a time.
    @discardableResult
    func synchronize() async throws(NCError) -> Connection {
        let task =
            synchronizing
            ?? Task {
                defer { synchronizing = nil }
                return try await load()
            }
        synchronizing = task
        do { return try await task.value } catch { throw NCError(error, group: group) }
    }

    /// Writes values; the copy has them when this returns.
    func set(_ values: [String: NCValue]) async throws(NCError) {
        try await write(NCGroupChange(changed: values, removed: [])) {
            try await $0.set(values: values.mapValues(\.groupValue))
        }
    }

    /// Removes values; the copy is without them when this returns.
    func remove(_ keys: Set<String>) async throws(NCError) {
        try await write(NCGroupChange(changed: [:], removed: keys)) { try await $0.remove(keys: keys.sorted()) }
    }

    /// Ends it.
    func stop() async {
        observers.finish()
        await unsubscribe()
    }

    // MARK: Reading

    private func load() async throws -> Connection {
        let connection = try await link.connection()
        if connection !== self.connection { try await follow(connection) }
        repeat {
            copy.withLock { $0.beginLoading() }
            do {
                let all = try await Apps1Group(connection, at: path).getAll()
                tell { $0.load(all.compactMapValues { NCValue($0) }) }
            } catch {
                copy.withLock { $0.failLoading() }
                throw error
            }
        } while !copy.withLock { $0.isFollowing }
        return connection
    }

    /// Signals are dealt with as they arrive, before the answers behind them: whoever has waited for a write finds it in
    /// the copy.
    private func follow(_ connection: Connection) async throws {
        await unsubscribe()
        let rule = MatchRule(
            sender: TodayBus.appsName, path: path, interface: TodayBus.group, member: GroupMember.changed)
        let changes = try await connection.subscribe(rule, finished: { [weak self] in self?.ownerChanged(to: nil) }) {
            [weak self] in self?.receive($0)
        }
        do {
            let owners = try await connection.watchOwner(of: TodayBus.appsName) { [weak self] in
                self?.ownerChanged(to: $0)
            }
            subscriptions = [changes, owners]
        } catch {
            await connection.cancel(changes)
            throw error
        }
        self.connection = connection
    }

    private func unsubscribe() async {
        let (all, old) = (subscriptions, connection)
        subscriptions = []
        connection = nil
        for subscription in all { await old?.cancel(subscription) }
    }

    private nonisolated func receive(_ signal: Signal) {
        guard let (changed, removed) = try? signal.arguments(as: [String: DBusValue].self, [String].self) else {
            return
        }
        let change = NCGroupChange(changed: changed.compactMapValues { NCValue($0) }, removed: Set(removed))
        tell { $0.apply(change) }
    }

    /// A new center is asked at once: it may have been told of changes that this program was not.
    private nonisolated func ownerChanged(to owner: BusName?) {
        let isStale = copy.withLock { copy in
            copy.ownerChanged()
            return !copy.isFollowing
        }
        if owner != nil, isStale { Task { try? await synchronize() } }
    }

    // MARK: Writing

    private func write(
        _ change: NCGroupChange, _ send: (Apps1Group) async throws -> Void
    ) async throws(NCError) {
        if change.isEmpty { return }
        let isFollowing = copy.withLock { $0.isFollowing }
        let connection = if isFollowing, let connection { connection } else { try await synchronize() }
        do { try await send(Apps1Group(connection, at: path)) } catch { throw NCError(error, group: group) }
        // A center that has come meanwhile does not tell.
        tell { $0.isFollowing ? NCGroupChange(changed: [:], removed: []) : $0.apply(change) }
    }

    private nonisolated func tell(_ body: (inout GroupCopy) -> NCGroupChange) {
        let change = copy.withLock { body(&$0) }
        if !change.isEmpty { observers.tell(change) }
    }
}
