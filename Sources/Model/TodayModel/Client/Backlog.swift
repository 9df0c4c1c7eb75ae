internal import Synchronization

/// The elements that wait for the reader of a sequence. The sender decides which elements wait, so a slow reader never
/// takes unlimited memory.
package struct Backlog<Element: Sendable>: Sendable {
    private let waiting: Waiting
    private let wake: AsyncStream<Void>.Continuation

    /// Makes a sequence and the sending end that fills it.
    ///
    /// - Parameter add: Adds an element to the waiting ones; it may merge or drop some of them.
    package static func makeStream(
        _ add: @escaping @Sendable (inout [Element], Element) -> Void
    ) -> (stream: AsyncStream<Element>, backlog: Backlog) {
        let waiting = Waiting(add)
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // The stream alone owns `wakes`. Dropping the stream ends them, which `onTermination` reports.
        let stream = AsyncStream {
            while true {
                if let element = waiting.pop() { return element }
                var isOver = true
                for await _ in wakes {
                    isOver = false
                    break
                }
                if isOver { return waiting.pop() }
            }
        }
        return (stream, Backlog(waiting: waiting, wake: wake))
    }

    /// Adds an element.
    package func send(_ element: Element) {
        waiting.add(element)
        wake.yield()
    }

    /// Ends the sequence after the waiting elements.
    package func finish() { wake.finish() }

    /// Calls `body` when the sequence ends or its reader stops.
    package func onTermination(_ body: @escaping @Sendable () -> Void) { wake.onTermination = { _ in body() } }

    private final class Waiting: Sendable {
        private let elements = Mutex<[Element]>([])
        private let merge: @Sendable (inout [Element], Element) -> Void

        init(_ merge: @escaping @Sendable (inout [Element], Element) -> Void) { self.merge = merge }

        func add(_ element: Element) { elements.withLock { merge(&$0, element) } }
        func pop() -> Element? { elements.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }
}
