extension Connection {
    /// Whether the connection has ended.
    public var isClosed: Bool { closing.reason != nil }

    /// Waits until the connection has ended, and returns the reason; nil when the waiting task is canceled first.
    public var closed: CloseReason? {
        get async {
            let number = closing.nextNumber()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    atClose(number) { continuation.resume(returning: $0) }
                }
            } onCancel: {
                Task { await self.stopWaiting(number) }
            }
        }
    }

    /// Calls `action` on the loop's thread when the connection ends; immediately if it has ended. It doesn't keep the
    /// connection open.
    public func onClose(_ action: @escaping @Sendable (CloseReason) -> Void) {
        atClose(closing.nextNumber()) { reason in if let reason { action(reason) } }
    }

    /// The action may use this connection during the call.
    private func atClose(_ number: UInt64, _ action: @escaping Closing.Action) {
        if let reason = closing.reason { action(reason) } else { closing.add(number, action) }
    }

    private func stopWaiting(_ number: UInt64) { closing.remove(number)?(nil) }

    /// Closes the connection. Calls that wait for a reply fail with ``ConnectionError/Code/closed``, and the tasks of
    /// asynchronous handlers are canceled.
    ///
    /// It first sends the changes that ``propertiesDidChange(_:_:_:)`` recorded. So don't call it while you are
    /// changing one of these properties.
    ///
    /// A handler that closes its connection still replies: the connection closes after the reply. It waits for an
    /// asynchronous handler for `limit` at most.
    ///
    /// - Parameter limit: the time limit for writing queued messages, such as the last replies, including the time
    ///   until the other side has authenticated this connection. The loop's thread is blocked during this time. With
    ///   zero or less, the connection ends immediately, even in a handler.
    public func close(drainingFor limit: Duration = .seconds(1)) {
        if limit <= .zero || !postponeClose(limit) { finish(drainingFor: limit) }
    }

    func finish(drainingFor limit: Duration) {
        emitPendingChanges()
        sendWaitingSignals()
        drain(until: MonotonicTime.now + limit)
        end(.closedHere)
    }
}
