/// The elements of a stream that wait for its reader. The thread of the connection adds them, and any task reads them.
///
/// Resuming a task costs several times as much as a signal. So ``add(_:)`` doesn't resume a waiting reader;
/// ``resumeReaders()`` does, once for all elements that arrived together.
final class StreamBuffer<Element: Sendable>: Sendable {
    /// The result of adding an element.
    enum Addition: Equatable {
        case kept
        /// A reader waits for it, and must be resumed with ``resumeReaders()``.
        case awaited
        /// It was dropped, or an older one for it; the total so far.
        case dropped(Int)
    }

    private struct State {
        /// Elements that were read are nil until they are removed.
        var elements: [Element?] = []
        /// The number of elements that were read, at the start of `elements`.
        var start = 0
        /// The tasks that wait. Usually there is at most one.
        var readers: [Suspension<Element?>] = []
        var areReadersDue = false
        var dropped = 0
        var isFinished = false
        /// Whether it was full, and still has more than half of that.
        var isCrowded = false

        var count: Int { elements.count - start }
        /// The number of elements beyond those that waiting readers get.
        var surplus: Int { count - readers.count }

        mutating func removeFirst() -> Element? {
            let first = elements[start].take()
            start += 1
            if start == elements.count {
                elements.removeAll(keepingCapacity: true)
                start = 0
            } else if start >= 64, 2 * start >= elements.count {
                elements.removeFirst(start)
                start = 0
            }
            return first
        }
    }

    /// The result of a read that doesn't wait.
    private struct Reading {
        let element: Element?
        var makesRoom = false
    }

    private let state = Locked(State())
    private let policy: SignalStream.BufferingPolicy
    private let limit: Int
    private let loop: EventLoop
    /// Called when a full buffer has room again.
    private let onRoom: @Sendable (StreamBuffer) -> Void

    /// As many elements are enough for a reader to be resumed before the end of a turn.
    private static var many: Int { 64 }

    /// - Parameters:
    ///   - loop: the loop that adds the elements.
    ///   - onRoom: called when a full buffer has room again.
    init(
        _ policy: SignalStream.BufferingPolicy, on loop: EventLoop,
        onRoom: @escaping @Sendable (StreamBuffer) -> Void = { _ in }
    ) {
        self.policy = policy
        self.loop = loop
        limit =
            switch policy {
            case .unbounded: .max
            case .bufferingNewest(let count), .bufferingOldest(let count): max(0, count)
            case .waiting(let count): max(1, count)
            }
        self.onRoom = onRoom
    }

    /// The number of elements that were dropped.
    var dropped: Int { state.withLock(\.dropped) }

    /// The number of tasks that wait.
    var readerCount: Int { state.withLock(\.readers.count) }

    // MARK: Adding

    func add(_ element: Element) -> Addition {
        let (addition, isDue) = state.withLock { state -> (Addition, Bool) in
            if state.isFinished { return (.kept, false) }
            if state.surplus >= limit {
                switch policy {
                case .unbounded, .waiting: break
                case .bufferingOldest:
                    state.dropped += 1
                    return (.dropped(state.dropped), false)
                case .bufferingNewest:
                    state.dropped += 1
                    if limit > 0 {
                        _ = state.removeFirst()
                        state.elements.append(element)
                    }
                    return (.dropped(state.dropped), false)
                }
            }
            state.elements.append(element)
            if state.readers.isEmpty { return (.kept, false) }
            if state.areReadersDue { return (.kept, state.count % Self.many == 0) }
            state.areReadersDue = true
            return (.awaited, false)
        }
        if isDue { resumeReaders() }
        return addition
    }

    /// Whether it waits for its reader, and no more must be added until it has room. Then `onRoom` is called.
    func isFull() -> Bool {
        guard case .waiting = policy else { return false }
        return state.withLock { state in
            if state.isFinished || state.surplus < limit { return false }
            state.isCrowded = true
            return true
        }
    }

    /// Resumes the waiting readers, as many as there are elements.
    func resumeReaders() {
        let due = state.withLock { state in
            state.areReadersDue = false
            return Self.take(&state)
        }
        for (reader, element) in due { reader.resume(returning: element) }
    }

    /// Ends the stream after the elements that wait.
    func finish() {
        let (due, makesRoom) = state.withLock { state in
            state.isFinished = true
            let due = Self.take(&state)
            defer {
                state.readers = []
                state.isCrowded = false
            }
            return (due + state.readers.map { ($0, nil) }, state.isCrowded)
        }
        for (reader, element) in due { reader.resume(returning: element) }
        if makesRoom { onRoom(self) }
    }

    private static func take(_ state: inout State) -> [(Suspension<Element?>, Element?)] {
        let count = min(state.readers.count, state.count)
        let due = state.readers.prefix(count).map { ($0, state.removeFirst()) }
        state.readers.removeFirst(count)
        return due
    }

    // MARK: Reading

    /// Returns the next element, and waits for it if necessary; nil at the end.
    ///
    /// - Parameter onCancel: called when the waiting task is canceled.
    func next(isolation actor: isolated (any Actor)?, onCancel: @escaping @Sendable () -> Void) async -> Element? {
        // Also if there is always something to read.
        if Task.isCancelled, !state.withLock(\.isFinished) {
            finish()
            onCancel()
        }
        if let reading = state.withLock({ read(&$0) }) { return finish(reading) }
        let suspension = Suspension<Element?>(on: loop)
        let reading = state.withLock { state -> Reading? in
            if let reading = read(&state) { return reading }
            state.readers.append(suspension)
            return nil
        }
        if let reading { return finish(reading) }
        return await withTaskCancellationHandler {
            _ = actor
            return await suspension.value()
        } onCancel: {
            finish()
            onCancel()
        }
    }

    /// Reads an element, or the end; nil if the reader must wait.
    private func read(_ state: inout State) -> Reading? {
        if state.count == 0 { return state.isFinished ? Reading(element: nil) : nil }
        var reading = Reading(element: state.removeFirst())
        if state.isCrowded, state.count <= limit / 2 {
            state.isCrowded = false
            reading.makesRoom = true
        }
        return reading
    }

    private func finish(_ reading: Reading) -> Element? {
        if reading.makesRoom { onRoom(self) }
        return reading.element
    }
}

extension Connection {
    /// Makes a buffer for a stream of this connection, which reads on when a full buffer has room again.
    nonisolated func makeBuffer<Element>(_ policy: SignalStream.BufferingPolicy) -> StreamBuffer<Element> {
        StreamBuffer(policy, on: loop) { [weak self] buffer in
            self?.loop.perform { [weak self] in
                self?.assumeIsolated { $0.resumeReceiving(for: ObjectIdentifier(buffer)) }
            }
        }
    }
}

/// The reader's end of a ``StreamBuffer``. The stream and its iterators share it; when the last one is released, the stream
/// has no reader.
package final class StreamReader<Element: Sendable>: Sendable {
    private let buffer: StreamBuffer<Element>
    /// Called when the stream has no reader any longer, perhaps more than once.
    private let onEnd: @Sendable () -> Void

    init(_ buffer: StreamBuffer<Element>, onEnd: @escaping @Sendable () -> Void) {
        self.buffer = buffer
        self.onEnd = onEnd
    }

    deinit {
        buffer.finish()
        onEnd()
    }

    package var dropped: Int { buffer.dropped }

    package func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await buffer.next(isolation: actor, onCancel: onEnd)
    }
}
