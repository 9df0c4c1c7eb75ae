internal import Synchronization

/// The signals that match a rule, in the order of their arrival, for one task; see
/// ``Connection/signals(matching:bufferingPolicy:)``.
///
/// Signals that wait to be read are buffered. When the buffer is full, some are dropped, so that a slow or stopped
/// reader needs no more memory than that. If you must not miss any signal, check ``dropped``, and read the state again
/// when it has increased:
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

    /// The number of signals that were dropped because the buffer was full.
    public var dropped: Int { drops.value }

    public func makeAsyncIterator() -> AsyncStream<Signal>.Iterator { stream.makeAsyncIterator() }
}

/// Counts what a stream has dropped.
final class DropCount: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }

    /// Counts one drop. Returns the total when it is due to be logged: at one, two, four, eight and so on.
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

    /// A signal for which `decode` throws is logged and skipped.
    init(_ signals: SignalStream, _ log: EventLog, decode: @escaping @Sendable (Signal) throws -> Element) {
        self.signals = signals
        self.decode = { signal in
            do { return try decode(signal) } catch {
                if let error = error as? UnmarshallingError { log.record(.unreadable(signal, because: error)) }
                return nil
            }
        }
    }

    /// The number of signals that were dropped because the buffer was full.
    public var dropped: Int { signals.dropped }

    public func makeAsyncIterator() -> Iterator { Iterator(base: signals.makeAsyncIterator(), decode: decode) }

    /// Removes the next signal from the buffer, or waits for it.
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
