internal import Synchronization

/// Hands the same values to any number of sequences.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var receivers: [UInt64: AsyncStream<Element>.Continuation] = [:]
        var lastID: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// A new sequence that starts with `first`.
    func sequence(
        startingWith first: [Element], _ policy: AsyncStream<Element>.Continuation.BufferingPolicy
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        for element in first { continuation.yield(element) }
        let id: UInt64? = state.withLock { state in
            if state.isFinished { return nil }
            state.lastID += 1
            state.receivers[state.lastID] = continuation
            return state.lastID
        }
        if let id {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.receivers[id] = nil }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    func send(_ element: Element) {
        for receiver in state.withLock({ $0.receivers }).values { receiver.yield(element) }
    }

    func finish() {
        let receivers = state.withLock { state in
            defer { state.receivers = [:] }
            state.isFinished = true
            return state.receivers
        }
        // Outside of the lock: a sequence that ends takes itself out.
        for receiver in receivers.values { receiver.finish() }
    }
}
