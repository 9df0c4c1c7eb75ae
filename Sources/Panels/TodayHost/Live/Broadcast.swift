internal import Synchronization
internal import TodayModel

/// Sends the same values to any number of sequences.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var receivers: [UInt64: Backlog<Element>] = [:]
        var lastID: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let add: @Sendable (inout [Element], Element) -> Void

    /// - Parameter add: adds a value to those that wait for a reader, and may merge or drop some of them.
    init(_ add: @escaping @Sendable (inout [Element], Element) -> Void) { self.add = add }

    /// Returns a new sequence that starts with `first`.
    func sequence(startingWith first: [Element]) -> AsyncStream<Element> {
        let (stream, backlog) = Backlog.makeStream(add)
        for element in first { backlog.send(element) }
        let id: UInt64? = state.withLock { state in
            if state.isFinished { return nil }
            state.lastID += 1
            state.receivers[state.lastID] = backlog
            return state.lastID
        }
        if let id {
            backlog.onTermination { [weak self] in self?.state.withLock { $0.receivers[id] = nil } }
        } else {
            backlog.finish()
        }
        return stream
    }

    func send(_ element: Element) {
        for receiver in state.withLock({ $0.receivers }).values { receiver.send(element) }
    }

    func finish() {
        let receivers = state.withLock { state in
            defer { state.receivers = [:] }
            state.isFinished = true
            return state.receivers
        }
        // Outside of the lock: the end of a sequence takes the lock.
        for receiver in receivers.values { receiver.finish() }
    }
}
