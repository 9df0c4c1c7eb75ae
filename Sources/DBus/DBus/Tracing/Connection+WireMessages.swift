extension Connection {
    /// Opens a connection that monitors a bus and does nothing else. Returns it with the messages it sees.
    ///
    /// - Parameters:
    ///   - rules: the messages to monitor, as match rules; an empty array means all of them.
    ///   - largestMessage: the body of a longer message is skipped.
    package static func openMonitor(
        _ address: BusAddress, _ rules: [String], on loop: EventLoop?, timeout: Duration, largestMessage: Int,
        bufferingPolicy: SignalStream.BufferingPolicy
    ) async throws -> (connection: Connection, messages: StreamReader<WireMessage>) {
        guard address.isBus else {
            throw ConnectionError(.cannotConnect, "\(address) is a peer, not a bus: it cannot be monitored")
        }
        let connection = try await open(address, on: loop, timeout: timeout) {
            $0.setCallLimits(CallLimits(messageBytes: largestMessage))
        }
        let buffer: StreamBuffer<WireMessage> = connection.makeBuffer(bufferingPolicy)
        await connection.onClose { _ in buffer.finish() }
        // The stream retains the connection.
        let reader = StreamReader(buffer) { Task { await connection.close() } }
        try await connection.becomeMonitor(of: rules, into: buffer)
        return (connection, reader)
    }

    private func becomeMonitor(of rules: [String], into buffer: StreamBuffer<WireMessage>) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try call(
                    .bus, path: .bus, interface: "org.freedesktop.DBus.Monitoring", "BecomeMonitor",
                    values: [.strings(rules), .uint32(0)]
                ) { [weak self] outcome in
                    // This must happen before the next message is handled.
                    if case .success = outcome { self?.assumeIsolated { $0.incoming.monitor = buffer } }
                    continuation.resume(with: outcome.map { _ in })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Passes a message to the monitor, if this connection is one. Returns whether the message needs no other handling.
    func isMonitored(_ arrival: Arrival) -> Bool {
        guard let buffer = incoming.monitor, !arrival.isReadByLibdbus else { return false }
        if let name = uniqueName, arrival.destination == name.rawValue { return true }
        if let message = arrival.wireMessage { _ = add(message, to: buffer) }
        return true
    }
}
