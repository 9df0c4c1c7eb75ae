extension Connection {
    /// Whether the connection has ended.
    public var isClosed: Bool { closing.reason != nil }

    /// Waits until the connection has ended, and tells why; nil when the waiting task was cancelled before.
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

    /// Calls `action` on the loop's thread when the connection ends; at once if it has. It keeps nothing open.
    public func onClose(_ action: @escaping @Sendable (CloseReason) -> Void) {
        atClose(closing.nextNumber()) { reason in if let reason { action(reason) } }
    }

    /// Whom it tells may ask this connection at that moment.
    private func atClose(_ number: UInt64, _ tell: @escaping Closing.Tell) {
        if let reason = closing.reason { tell(reason) } else { closing.add(number, tell) }
    }

    private func stopWaiting(_ number: UInt64) { closing.remove(number)?(nil) }

    /// Closes the connection. Calls that wait for a reply fail with ``ConnectionError/Code/closed``, and the tasks of
    /// asynchronous handlers are cancelled.
    ///
    /// What was noted by ``propertiesDidChange(_:_:_:)`` is told before, so that a caller must not be in the middle of
    /// changing one of these properties.
    ///
    /// A handler that closes its connection still replies: the connection is closed when it has. For an asynchronous handler
    /// it waits for `limit` at most.
    ///
    /// - Parameter limit: how long to go on writing what is queued, such as the last replies, and to wait before that until
    ///   the other side has let this one in. The thread of the loop does nothing else meanwhile. With zero or less it ends
    ///   at once, also in a handler.
    public func close(drainingFor limit: Duration = .seconds(1)) {
        if limit <= .zero || !postponeClose(limit) { finish(drainingFor: limit) }
    }

    func finish(drainingFor limit: Duration) {
        emitPendingChanges()
        giveUpElsewhere()
        drain(until: MonotonicTime.now + limit)
        end(.closedHere)
    }
}
