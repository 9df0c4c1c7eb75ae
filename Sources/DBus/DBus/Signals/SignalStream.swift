/// The signals that match a rule, in the order of their arrival, for one task; see
/// ``Connection/signals(matching:bufferingPolicy:)``.
///
/// Signals that wait to be read are buffered, and ``BufferingPolicy`` says what happens when the buffer is full. By
/// default the oldest are dropped, so that a slow or stopped reader needs no more memory than that. Then read the state
/// again when ``dropped`` has increased:
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
        /// All are kept. A reader that stops reading needs more and more memory.
        case unbounded
        /// When this many wait, later ones are dropped.
        case bufferingOldest(Int)
        /// When this many wait, the oldest is dropped for each new one.
        case bufferingNewest(Int)
        /// None is dropped. When this many wait, the connection reads nothing more until the reader has read half of
        /// them; the bus keeps everything for this connection meanwhile, up to its own limit. While a call of this
        /// connection waits for its reply, it reads on, and more may wait. So the reader may make calls.
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
