internal import DBus

/// Who is told of changes of an App Group.
final class GroupObservers: Sendable {
    private struct Observer {
        let tell: @Sendable (NCGroupChange) -> Void
        let finish: @Sendable () -> Void
    }

    private struct State {
        var observers: [Int: Observer] = [:]
        var last = 0
        var isFinished = false
    }

    private let state = Locked(State())

    /// Adds an observer. Returns its number; nil when there is nothing to tell any more.
    func add(
        _ tell: @escaping @Sendable (NCGroupChange) -> Void, finish: @escaping @Sendable () -> Void = {}
    ) -> Int? {
        let number: Int? = state.withLock { state in
            if state.isFinished { return nil }
            state.last += 1
            state.observers[state.last] = Observer(tell: tell, finish: finish)
            return state.last
        }
        if number == nil { finish() }
        return number
    }

    func remove(_ number: Int) { state.withLock { $0.observers[number] = nil } }

    func tell(_ change: NCGroupChange) {
        for observer in state.withLock({ $0.observers.sorted { $0.key < $1.key } }) { observer.value.tell(change) }
    }

    /// Ends all of them.
    func finish() {
        let all = state.withLock { state in
            state.isFinished = true
            defer { state.observers = [:] }
            return state.observers
        }
        for observer in all.values { observer.finish() }
    }
}

/// Goes on telling as long as it is there; see ``NCGroupDefaults/observe(_:)``.
public final class NCObservation: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends it at once.
    public func cancel() { end() }
}
