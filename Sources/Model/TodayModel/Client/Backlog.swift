internal import Synchronization

/// The elements that wait for the reader of a sequence. The sender decides what waits, so a slow reader takes no memory
/// without bound.
package struct Backlog<Element: Sendable>: Sendable {
    private let waiting: Waiting
    private let wake: AsyncStream<Void>.Continuation

    /// Makes a sequence and the end that fills it.
    ///
    /// - Parameter add: adds an element to those that wait, and may merge or drop some of them.
    package static func makeStream(
        _ add: @escaping @Sendable (inout [Element], Element) -> Void
    ) -> (stream: AsyncStream<Element>, backlog: Backlog) {
        let waiting = Waiting(add)
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // The stream alone owns `wakes`, so dropping it ends them, which `onTermination` reports.
        let stream = AsyncStream {
            while true {
                if let element = waiting.take() { return element }
                var isOver = true
                for await _ in wakes {
                    isOver = false
                    break
                }
                if isOver { return waiting.take() }
            }
        }
        return (stream, Backlog(waiting: waiting, wake: wake))
    }

    /// Adds an element.
    package func send(_ element: Element) {
        waiting.add(element)
        wake.yield()
    }

    /// Ends the sequence behind the elements that wait.
    package func finish() { wake.finish() }

    /// Calls `body` when the sequence has ended, or its reader has.
    package func onTermination(_ body: @escaping @Sendable () -> Void) { wake.onTermination = { _ in body() } }

    private final class Waiting: Sendable {
        private let elements = Mutex<[Element]>([])
        private let merge: @Sendable (inout [Element], Element) -> Void

        init(_ merge: @escaping @Sendable (inout [Element], Element) -> Void) { self.merge = merge }

        func add(_ element: Element) { elements.withLock { merge(&$0, element) } }
        func take() -> Element? { elements.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }
}
