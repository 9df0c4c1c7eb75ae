/// The signals that match a rule, in the order of their arrival, for one task; see
/// ``Connection/signals(matching:bufferingPolicy:)``.
///
/// Unread signals are buffered, and a ``BufferingPolicy`` controls the effect of a full buffer. By default, the oldest
/// signals are dropped, so that the memory for a slow or stopped reader is limited. If ``dropped`` has increased, read
/// the state again:
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
    /// The treatment of signals that arrive faster than they are read.
    public enum BufferingPolicy: Hashable, Sendable {
        /// Keeps all signals. If the reader stops, the buffer grows without limit.
        case unbounded
        /// Keeps this many of the oldest signals, and drops later ones.
        case bufferingOldest(Int)
        /// Keeps this many of the newest signals, and drops older ones.
        case bufferingNewest(Int)
        /// Drops no signals. If this many wait, the connection stops reading until the reader has read half of them;
        /// the bus keeps all messages for this connection in the meantime, up to its own limit. While a call of this
        /// connection waits for its reply, the connection keeps reading, so the reader can make calls. More signals may
        /// then wait.
        case waiting(Int)
    }

    private let reader: StreamReader<Signal>

    init(_ reader: StreamReader<Signal>) { self.reader = reader }

    /// The number of signals that were dropped because the buffer was full.
    public var dropped: Int { reader.dropped }

    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// Removes the next signal from the buffer, or waits for it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: StreamReader<Signal>

        public mutating func next() async -> Signal? { await reader.next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Signal? {
            await reader.next(isolation: actor)
        }
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
        fileprivate var base: SignalStream.Iterator
        fileprivate let decode: @Sendable (Signal) -> Element?

        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let signal = await base.next(isolation: actor) {
                if let element = decode(signal) { return element }
            }
            return nil
        }
    }
}
