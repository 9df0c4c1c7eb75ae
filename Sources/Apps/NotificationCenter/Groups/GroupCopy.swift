internal import DBus
internal import TodayModel

/// A program's own copy of an App Group, and the way to write into the group.
@WidgetActor
final class GroupCopy {
    nonisolated let group: String
    private nonisolated let link: CenterLink
    private nonisolated let copy = Locked<[String: DBusValue]>([:])
    private nonisolated let readers = Broadcast<NCGroupChange>()
    private var follower: GroupFollower?

    nonisolated init(_ group: String, _ link: CenterLink) {
        self.group = group
        self.link = link
    }

    deinit { readers.finish() }

    nonisolated subscript(key: String) -> NCValue? { copy.withLock { $0[key] }.flatMap { NCValue($0) } }

    nonisolated var values: [String: NCValue] { copy.withLock { $0 }.compactMapValues { NCValue($0) } }

    nonisolated var changes: AsyncStream<NCGroupChange> { readers.sequence() }

    /// Reads all values, and follows changes from then on.
    @discardableResult
    func synchronize() async throws(NCError) -> GroupFollower {
        do {
            let connection = try await link.connection()
            let follower = follower.flatMap { $0.connection === connection ? $0 : nil } ?? follow(on: connection)
            try await follower.read()
            return follower
        } catch { throw NCError(error, group: group) }
    }

    private func follow(on connection: Connection) -> GroupFollower {
        let new = GroupFollower(GroupClient(connection, group)) { [copy, readers] _, values in
            let former = copy.withLock { copy in
                defer { copy = values }
                return copy
            }
            let change = NCGroupChange(from: former, to: values)
            if !change.isEmpty { readers.update { $0.add(change) } }
        }
        follower = new
        return new
    }

    /// Writes into the group; the copy has it when this returns.
    func write(_ send: (Apps1Group) async throws -> Void) async throws(NCError) {
        var follower = follower
        if await follower?.isCurrent != true { follower = try await synchronize() }
        guard let follower else { return }
        do { try await send(Apps1Group(follower.connection, at: TodayBus.path(ofGroup: group))) } catch {
            throw NCError(error, group: group)
        }
        // A center that came in the meantime reports nothing yet.
        if await !follower.isCurrent { try? await follower.read() }
    }
}

extension NCGroupChange {
    fileprivate init(from former: [String: DBusValue], to values: [String: DBusValue]) {
        self.init(
            changed: values.filter { former[$0.key] != $0.value }.compactMapValues { NCValue($0) },
            removed: Set(former.keys.filter { values[$0] == nil }))
    }
}

extension [NCGroupChange] {
    /// Adds a change to those that wait for a reader. If many wait, they become one.
    fileprivate mutating func add(_ change: NCGroupChange) {
        append(change)
        if count <= 64 { return }
        self = [
            reduce(into: NCGroupChange()) { all, change in
                all.changed = all.changed.filter { !change.removed.contains($0.key) }.merging(change.changed) { $1 }
                all.removed = all.removed.subtracting(change.changed.keys).union(change.removed)
            }
        ]
    }
}

/// An observation that calls its handler until it is released; see ``NCGroupDefaults/observe(_:)``.
public final class NCObservation: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { cancel() }

    /// Ends the observation immediately.
    public func cancel() { task.cancel() }
}
