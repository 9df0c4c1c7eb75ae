import DBusTesting
import Synchronization

/// Keeps what happened, and lets a test wait for what it expects.
final class Recorder<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiters: [(isMet: @Sendable ([Element]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var elements: [Element] { state.withLock { $0.elements } }

    func record(_ element: Element) {
        let met = state.withLock { state in
            state.elements.append(element)
            let met = state.waiters.filter { $0.isMet(state.elements) }
            state.waiters.removeAll { $0.isMet(state.elements) }
            return met
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Waits until what was recorded fulfils `predicate`, and returns it.
    @discardableResult
    func wait(until predicate: @escaping @Sendable ([Element]) -> Bool) async throws -> [Element] {
        try await withDeadline {
            await withCheckedContinuation { continuation in
                let isMet = self.state.withLock { state in
                    if predicate(state.elements) { return true }
                    state.waiters.append((predicate, continuation))
                    return false
                }
                if isMet { continuation.resume() }
            }
        }
        return elements
    }
}

/// A gate that a test opens. Tasks that arrive earlier wait.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the gate is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
