public import DBus

/// The messages that a monitor sees, in the order in which the bus forwards them, for one task; see
/// `Connection.monitor`.
///
/// The sequence ends with the connection to the bus; ``closed`` returns the reason. The monitor ends when the sequence
/// is released or its task is canceled.
public struct MonitorStream: AsyncSequence, Sendable {
    fileprivate let connection: Connection
    fileprivate let messages: StreamReader<WireMessage>

    /// The number of messages that were dropped because the buffer was full.
    public var dropped: Int { messages.dropped }

    /// Waits until the monitor has ended, and returns the reason: `disconnected` if the bus ended, or `closedHere` if
    /// its task was canceled; nil when the waiting task is canceled first.
    public var closed: Connection.CloseReason? { get async { await connection.closed } }

    public func makeAsyncIterator() -> Iterator { Iterator(messages: messages) }

    /// Removes the next message from the buffer, or waits for it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let messages: StreamReader<WireMessage>

        public mutating func next() async -> RawMessage? { await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> RawMessage? {
            await messages.next(isolation: actor).map(RawMessage.init)
        }
    }
}

extension Connection {
    /// Monitors the messages on a bus, from and to any program, over a separate connection that does nothing else.
    ///
    /// ```swift
    /// for await message in try await Connection.monitor(.session, MonitorRule.everything(of: "org.example.Counter")) {
    ///     print(message)
    /// }
    /// ```
    ///
    /// It doesn't see messages that were sent before it returns. Any program of the user can monitor the session bus;
    /// on the system bus, only root can. Messages from the bus to the monitor itself are left out.
    ///
    /// - Parameters:
    ///   - address: the bus.
    ///   - rules: the messages to monitor; an empty array means all of them.
    ///   - loop: a thread to share; nil starts one.
    ///   - timeout: the time limit for connecting.
    ///   - largestMessage: the maximum size of a message; the body of a larger one is skipped, see
    ///     ``RawMessage/isTooLarge``.
    ///   - bufferingPolicy: how to handle messages that wait to be read. The default keeps the newest 1,024;
    ///     ``MonitorStream/dropped`` counts the dropped ones.
    /// - Throws: the errors of `Connection.open`, including one for a peer, which can't be monitored; `RemoteError`
    ///   when the bus doesn't allow this program to monitor it.
    public static func monitor(
        _ address: BusAddress, _ rules: [MonitorRule] = [], on loop: EventLoop? = nil,
        timeout: Duration = defaultTimeout, largestMessage: Int = 1 << 20,
        bufferingPolicy: SignalStream.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> MonitorStream {
        let (connection, messages) = try await openMonitor(
            address, rules.map(\.text), on: loop, timeout: timeout, largestMessage: largestMessage,
            bufferingPolicy: bufferingPolicy)
        return MonitorStream(connection: connection, messages: messages)
    }
}
