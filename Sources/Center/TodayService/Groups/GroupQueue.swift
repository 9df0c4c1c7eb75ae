package import DBus

/// The requests to one App Group, each answered as if it were alone, in the order they came. Pure.
///
/// The first request loads the values. A change takes effect, is emitted and is answered once it is on disk. Later
/// requests wait meanwhile, so that no caller reads a change that may still fail. All waiting requests are then
/// processed with one commit. If a commit fails, the requests that would have changed values are refused, and nothing
/// has changed.
package struct GroupQueue<Reply> {
    package enum Request: Equatable, Sendable {
        case get(GroupKey)
        case getAll
        case set([GroupKey: DBusValue])
        case remove([GroupKey])
        /// The file was started again: write all values. This request has no caller.
        case rewrite

        /// Whether the answer waits until the request is on disk.
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

    /// An action for the owner; several are performed in this order.
    package enum Action {
        /// Read the values, then call ``loaded(_:)``.
        case load
        /// Write these changes, or the group's whole resulting values, then call ``written(_:)``.
        case write(GroupChange, GroupStore, isWhole: Bool)
        /// Emit the change to listeners.
        case emit(GroupChange)
        case answer(Reply, Result<Answer, any Error>)
    }

    private enum State {
        case unloaded
        case loading
        case ready
        /// With the values after the commit succeeds, and the requests that are part of it.
        case writing(GroupStore, [(request: Request, reply: Reply?)])
    }

    private var state = State.unloaded
    private var store = GroupStore()
    private var waiting: [(request: Request, reply: Reply?)] = []

    package init() {}

    /// Whether no request is in progress.
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

    /// The size of the values in memory that counts against `GroupBytes`.
    package var byteCount: Int { store.byteCount }

    /// Adds a request. `reply` is nil if no caller waits.
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
                    actions.append(.emit(change))
                case .failure(let error): outcome = .failure(error)
                }
            }
            if let reply { actions.append(.answer(reply, outcome.map(\.answer))) }
        }
        if case .success = result { store = next }
        return actions + proceed()
    }

    /// Unloads the values, unless a request is in progress. The next request loads them again.
    package mutating func unload() {
        guard isIdle else { return }
        store = GroupStore()
        state = .unloaded
    }

    /// Processes the waiting requests, up to the next commit.
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
