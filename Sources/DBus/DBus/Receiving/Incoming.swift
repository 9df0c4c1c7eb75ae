/// What a connection holds of what has arrived.
struct Incoming {
    var limits = CallLimits()
    /// How many messages have arrived.
    var received: UInt64 = 0
    /// What has arrived and was not handled yet.
    var inbox = Inbox<Arrival>()
    /// Until when the filter may let what is held of a sender wait.
    var patience: [BusName: EventLoop.Timer] = [:]
    /// Takes all messages, once this connection is a monitor.
    var monitor: (@Sendable (RawMessage) -> Void)?
    /// Ends a rest of the deep queues.
    var restTimer: EventLoop.Timer?
    /// Whether only a little may wait for the bus to take it.
    var isUnreadLimited = false
    /// The other side has gone, and what it said before is not handled yet.
    var isDisconnected = false
    /// Freed memory is about to be given back.
    var isTrimming = false

    var timers: [EventLoop.Timer] { Array(patience.values) + (restTimer.map { [$0] } ?? []) }
}
