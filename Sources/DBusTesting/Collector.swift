internal import DBus

/// Collects the elements of a sequence, and lets a test wait for those it expects.
public final class Collector<Element: Sendable & Equatable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isAtEnd = false
        var waiters:
            [(condition: @Sendable ([Element], Bool) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    /// Starts to collect.
    public init(_ sequence: AsyncStream<Element>) {
        Task { [weak self] in
            for await element in sequence { self?.change { $0.elements.append(element) } }
            self?.change { $0.isAtEnd = true }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let (elements, isAtEnd) = (state.elements, state.isAtEnd)
            let ready = state.waiters.filter { $0.condition(elements, isAtEnd) }
            state.waiters.removeAll { $0.condition(elements, isAtEnd) }
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// What was collected so far.
    public var elements: [Element] { state.withLock { $0.elements } }

    /// Waits until exactly these elements have come.
    ///
    /// - Throws: ``Unexpected`` when others came, or not all before `limit`.
    public func wait(for expected: [Element], within limit: Duration = .seconds(20)) async throws {
        let wrong = { @Sendable (elements: [Element]) in !expected.starts(with: elements) }
        try? await wait(within: limit) { elements, isAtEnd in elements == expected || wrong(elements) || isAtEnd }
        if elements != expected { throw Unexpected(description: "expected \(expected), got \(elements)") }
    }

    /// Waits for the end of the sequence.
    ///
    /// - Throws: ``DeadlineExceeded``.
    public func waitForEnd(within limit: Duration = .seconds(20)) async throws {
        try await wait(within: limit) { _, isAtEnd in isAtEnd }
    }

    private func wait(within limit: Duration, _ condition: @escaping @Sendable ([Element], Bool) -> Bool) async throws {
        try await withDeadline(limit) {
            await withCheckedContinuation { continuation in
                let isMet = self.state.withLock { state in
                    if condition(state.elements, state.isAtEnd) { return true }
                    state.waiters.append((condition, continuation))
                    return false
                }
                if isMet { continuation.resume() }
            }
        }
    }

    /// Other elements came than a test waited for.
    public struct Unexpected: Error, Sendable, CustomStringConvertible { public let description: String }
}
