package import DBus

/// The requests to one App Group, each answered as if it were alone, in the order they came. Pure.
///
/// The values are read when somebody asks for the first time. What changes them counts, is told and is answered once it
/// is on disk, and whatever comes meanwhile waits, so that nobody reads what may still fail. All that waits is then done
/// with one commit. When that fails, those that would have changed something are refused, and nothing has changed.
package struct GroupQueue<Reply> {
    package enum Request: Equatable, Sendable {
        case get(GroupKey)
        case getAll
        case set([GroupKey: DBusValue])
        case remove([GroupKey])
        /// The file was begun anew: write everything once more. Nobody waits for it.
        case rewrite

        /// Whether whoever asks is told when something is on disk.
        package var stores: Bool {
            switch self {
            case .get, .getAll: false
            case .set, .remove, .rewrite: true
            }
        }
    }

    package enum Answer: Equatable, Sendable {
        case value(GroupValue)
        case values([GroupKey: GroupValue])
        case done
    }

    /// What the owner has to do, in this order.
    package enum Action {
        /// Read the values, then call ``loaded(_:)``.
        case load
        /// Write these changes, or the whole of what the group has then, and call ``written(_:)``.
        case write(GroupChange, GroupStore, isWhole: Bool)
        /// Tell those who listen.
        case tell(GroupChange)
        case answer(Reply, Result<Answer, any Error>)
    }

    private enum State {
        case unloaded
        case loading
        case ready
        /// What it has once the commit has succeeded, and who is in it.
        case writing(GroupStore, [(request: Request, reply: Reply?)])
    }

    private var state = State.unloaded
    private var store = GroupStore()
    private var waiting: [(request: Request, reply: Reply?)] = []

    package init() {}

    /// Whether nothing is under way.
    package var isIdle: Bool {
        switch state {
        case .unloaded, .ready: waiting.isEmpty
        case .loading, .writing: false
        }
    }

    /// Whether the values are in memory.
    package var isLoaded: Bool {
        switch state {
        case .unloaded, .loading: false
        case .ready, .writing: true
        }
    }

    /// What the values in memory count against `GroupBytes`.
    package var byteCount: Int { store.byteCount }

    /// Somebody asks. `reply` is nil where nobody waits.
    package mutating func ask(_ request: Request, _ reply: Reply?) -> [Action] {
        waiting.append((request, reply))
        switch state {
        case .unloaded:
            state = .loading
            return [.load]
        case .ready: return proceed()
        case .loading, .writing: return []
        }
    }

    package mutating func loaded(_ result: Result<[GroupKey: GroupValue], any Error>) -> [Action] {
        guard case .loading = state else { return [] }
        switch result {
        case .success(let values):
            store = GroupStore(values)
            state = .ready
            return proceed()
        case .failure(let error):
            state = .unloaded
            defer { waiting = [] }
            return waiting.compactMap { entry in entry.reply.map { .answer($0, .failure(error)) } }
        }
    }

    package mutating func written(_ result: Result<Void, any Error>) -> [Action] {
        guard case .writing(let next, let entries) = state else { return [] }
        state = .ready
        var actions: [Action] = []
        for (request, reply) in entries {
            var outcome = Result { try Self.outcome(of: request, on: store) }
            if case .success(let (_, change)) = outcome, !change.isEmpty {
                switch result {
                case .success:
                    store.apply(change)
                    actions.append(.tell(change))
                case .failure(let error): outcome = .failure(error)
                }
            }
            if let reply { actions.append(.answer(reply, outcome.map(\.answer))) }
        }
        if case .success = result { store = next }
        return actions + proceed()
    }

    /// Lets go of the values, unless something is under way. They are read again when somebody asks.
    package mutating func unload() {
        guard isIdle else { return }
        store = GroupStore()
        state = .unloaded
    }

    /// Answers what waits, up to the next commit.
    private mutating func proceed() -> [Action] {
        let entries = waiting
        waiting = []
        var next = store
        var whole = GroupChange()
        var isWhole = false
        for (request, _) in entries {
            if request == .rewrite { isWhole = true }
            guard let change = try? Self.outcome(of: request, on: next).change, !change.isEmpty else { continue }
            next.apply(change)
            whole.append(change)
        }
        if whole.isEmpty, !isWhole {
            return entries.compactMap { request, reply in
                reply.map { .answer($0, Result { try Self.outcome(of: request, on: store).answer }) }
            }
        }
        state = .writing(next, entries)
        return [.write(whole, next, isWhole: isWhole)]
    }

    private static func outcome(
        of request: Request, on store: GroupStore
    ) throws -> (answer: Answer, change: GroupChange) {
        switch request {
        case .get(let key): (.value(try store.value(of: key)), GroupChange())
        case .getAll: (.values(store.values), GroupChange())
        case .set(let values): (.done, try store.setting(values))
        case .remove(let keys): (.done, store.removing(keys))
        case .rewrite: (.done, GroupChange())
        }
    }
}
