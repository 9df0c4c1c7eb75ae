/// The messages that a monitor sees, in the order in which the bus passes them on, for one task; see
/// ``Connection/monitor(_:_:on:timeout:largestMessage:bufferingPolicy:)``.
///
/// It ends with the connection to the bus; ``closed`` tells why. The monitor ends when the sequence is let go of, or its task
/// is cancelled.
public struct MonitorStream: AsyncSequence, Sendable {
    fileprivate let connection: Connection
    fileprivate let stream: AsyncStream<RawMessage>
    fileprivate let drops: DropCount

    /// How many messages were dropped until now because the buffer was full.
    public var dropped: Int { drops.value }

    /// Waits until the monitor has ended, and tells why: the bus went away, or its task was cancelled, which closes it here;
    /// nil when the waiting task was cancelled before.
    public var closed: Connection.CloseReason? { get async { await connection.closed } }

    public func makeAsyncIterator() -> AsyncStream<RawMessage>.Iterator { stream.makeAsyncIterator() }
}

extension Connection {
    /// Watches what goes over a bus, whoever sends it to whom, over a connection of its own that does nothing else.
    ///
    /// ```swift
    /// for await message in try await Connection.monitor(.session, MonitorRule.everything(of: "org.example.Counter")) {
    ///     print(message)
    /// }
    /// ```
    ///
    /// Nothing that was sent before this returns is seen. Any program of the user may monitor the session bus; on the system
    /// bus root may. What the bus tells the monitor itself is left out.
    ///
    /// - Parameters:
    ///   - address: the bus.
    ///   - rules: which messages; none is all of them.
    ///   - loop: a thread to share; nil starts one.
    ///   - timeout: how long connecting may take.
    ///   - largestMessage: the body of a longer one is passed over, ``RawMessage/isTooLarge``.
    ///   - bufferingPolicy: what happens to messages that nobody has taken yet. The default keeps the newest 1,024;
    ///     ``MonitorStream/dropped`` tells how many were dropped.
    /// - Throws: what ``open(_:on:timeout:prepare:)`` throws, also for a peer, which cannot be monitored; ``RemoteError``
    ///   when the bus does not let this program be a monitor.
    public static func monitor(
        _ address: BusAddress, _ rules: [MonitorRule] = [], on loop: EventLoop? = nil,
        timeout: Duration = defaultTimeout, largestMessage: Int = 1 << 20,
        bufferingPolicy: AsyncStream<RawMessage>.Continuation.BufferingPolicy = .bufferingNewest(1024)
    ) async throws -> MonitorStream {
        guard address.isBus else { throw ConnectionError(.cannotConnect, "\(address) is no bus, and is not monitored") }
        let connection = try await open(address, on: loop, timeout: timeout) {
            $0.setCallLimits(CallLimits(messageBytes: largestMessage))
        }
        let (stream, continuation) = AsyncStream.makeStream(of: RawMessage.self, bufferingPolicy: bufferingPolicy)
        let drops = DropCount()
        // The stream keeps the connection.
        continuation.onTermination = { _ in Task { await connection.close() } }
        await connection.onClose { _ in continuation.finish() }
        try await connection.becomeMonitor(of: rules) { message in
            if case .dropped = continuation.yield(message) { _ = drops.add() }
        }
        return MonitorStream(connection: connection, stream: stream, drops: drops)
    }

    private func becomeMonitor(
        of rules: [MonitorRule], tell: @escaping @Sendable (RawMessage) -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try call(
                    .bus, path: .bus, interface: "org.freedesktop.DBus.Monitoring", "BecomeMonitor",
                    values: [.strings(rules.map(\.text)), .uint32(0)]
                ) { [weak self] outcome in
                    // Before the next message is looked at.
                    if case .success = outcome { self?.assumeIsolated { $0.incoming.monitor = tell } }
                    continuation.resume(with: outcome.map { _ in })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Shows the monitor a message, if this connection is one. Returns whether that is all that becomes of it.
    func isMonitored(_ arrival: Arrival) -> Bool {
        guard let tell = incoming.monitor, !arrival.isReadByLibdbus else { return false }
        if let name = uniqueName, arrival.destination == name.rawValue { return true }
        if let message = arrival.raw { tell(message) }
        return true
    }
}
