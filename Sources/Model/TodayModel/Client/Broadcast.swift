internal import Synchronization

/// Sends the same values to any number of sequences. The sender decides which of them wait for a reader, so a slow reader
/// takes no memory without bound.
package final class Broadcast<Element: Sendable>: Sendable {
    private final class Reader: Sendable {
        let waiting: Mutex<[Element]>
        let wake: AsyncStream<Void>.Continuation

        init(_ first: [Element], _ wake: AsyncStream<Void>.Continuation) {
            waiting = Mutex(first)
            self.wake = wake
        }

        func removeFirst() -> Element? { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }

    /// The readers; nil when all sequences have ended.
    private let readers = Mutex<[ObjectIdentifier: Reader]?>([:])

    /// Makes a broadcast without sequences.
    package init() {}

    /// Returns a new sequence.
    ///
    /// - Parameters:
    ///   - first: the elements that it starts with.
    ///   - source: an object that is kept as long as the sequence.
    package func sequence(
        startingWith first: [Element] = [], keeping source: (any AnyObject & Sendable)? = nil
    ) -> AsyncStream<Element> {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let reader = Reader(first, wake)
        let id = ObjectIdentifier(reader)
        wake.onTermination = { [weak self] _ in self?.readers.withLock { $0?[id] = nil } }
        let isFinished = readers.withLock { readers in
            readers?[id] = reader
            return readers == nil
        }
        if isFinished { wake.finish() }
        // The stream alone owns `wakes`, so dropping it ends them, which `onTermination` reports.
        return AsyncStream {
            while true {
                if let element = reader.removeFirst() { return element }
                var isOver = true
                for await _ in wakes {
                    isOver = false
                    break
                }
                if isOver { return withExtendedLifetime(source) { reader.removeFirst() } }
            }
        }
    }

    /// Changes the elements that wait for each reader: adds some, and may merge or drop others.
    package func update(_ body: (inout [Element]) -> Void) {
        for reader in readers.withLock({ $0 ?? [:] }).values {
            reader.waiting.withLock { body(&$0) }
            reader.wake.yield()
        }
    }

    /// Ends all sequences behind the elements that wait, also those that are made later.
    package func finish() {
        // Outside of the lock, which the end of a sequence takes.
        for reader in readers.withLock({ $0.take() ?? [:] }).values { reader.wake.finish() }
    }
}
