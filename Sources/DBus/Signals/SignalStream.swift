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
    func add() { count.add(1, ordering: .relaxed) }
}

/// The arguments of one signal of an object, in the order of their arrival, for one task; see
/// ``Proxy/signals(_:bufferingPolicy:)-(SignalDescription<Value>,_)``.
public struct TypedSignalStream<Element>: AsyncSequence, Sendable {
    private let signals: SignalStream
    private let decode: @Sendable (Signal) -> Element?

    init(_ signals: SignalStream, decode: @escaping @Sendable (Signal) -> Element?) {
        self.signals = signals
        self.decode = decode
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
