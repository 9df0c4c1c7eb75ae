internal import Synchronization

/// The signals that match a rule, in the order of their arrival, for one task; see
/// ``Connection/signals(matching:bufferingPolicy:)``.
///
/// Signals that nobody has taken yet wait in a buffer. When it is full some are dropped, so that one who is slow, or does
/// not read any more, costs no more memory than that. One who must not miss any looks at ``dropped``, and reads the state
/// anew when it has grown:
///
/// ```swift
/// var known = 0
/// for await signal in signals {
///     if signals.dropped > known {
///         known = signals.dropped
///         state = try await readState()
///     }
///     state.apply(signal)
/// }
/// ```
public struct SignalStream: AsyncSequence, Sendable {
    private let stream: AsyncStream<Signal>
    private let drops: DropCount

    init(_ stream: AsyncStream<Signal>, _ drops: DropCount) {
        self.stream = stream
        self.drops = drops
    }

    /// How many signals were dropped until now because the buffer was full.
    public var dropped: Int { drops.value }

    public func makeAsyncIterator() -> AsyncStream<Signal>.Iterator { stream.makeAsyncIterator() }
}

/// Counts what a stream has dropped.
final class DropCount: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }

    /// Counts one. Returns how many there are when it is time to tell: of one, two, four, eight and so on.
    func add() -> Int? {
        let now = count.add(1, ordering: .relaxed).newValue
        return now & (now - 1) == 0 ? now : nil
    }
}

/// The arguments of one signal of an object, in the order of their arrival, for one task; see
/// ``Proxy/signals(_:bufferingPolicy:)-(SignalDescription<Value>,_)``.
public struct TypedSignalStream<Element>: AsyncSequence, Sendable {
    private let signals: SignalStream
    private let decode: @Sendable (Signal) -> Element?

    /// A signal for which `decode` throws is told to the log, and passed over.
    init(_ signals: SignalStream, _ log: EventLog, decode: @escaping @Sendable (Signal) throws -> Element) {
        self.signals = signals
        self.decode = { signal in
            do { return try decode(signal) } catch {
                if let error = error as? UnmarshallingError { log.tell(.unreadable(signal, because: error)) }
                return nil
            }
        }
    }

    /// How many signals were dropped until now because the buffer was full.
    public var dropped: Int { signals.dropped }

    public func makeAsyncIterator() -> Iterator { Iterator(base: signals.makeAsyncIterator(), decode: decode) }

    /// Takes the next signal out of the buffer, or waits for it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Signal>.Iterator
        fileprivate let decode: @Sendable (Signal) -> Element?

        public mutating func next() async -> Element? { await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let signal = await base.next(isolation: actor) {
                if let element = decode(signal) { return element }
            }
            return nil
        }
    }
}
