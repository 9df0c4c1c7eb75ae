/// The receiving state of a connection.
struct Incoming {
    var limits = CallLimits()
    /// The number of messages that have arrived.
    var received: UInt64 = 0
    /// The messages that aren't handled yet.
    var inbox = Inbox<Arrival>()
    /// The timers that limit how long the filter may hold a sender's messages.
    var holdTimers: [BusName: EventLoop.Timer] = [:]
    /// Receives all messages, once this connection is a monitor.
    var monitor: StreamBuffer<WireMessage>?
    /// Whether arrived messages are being handled.
    var isReceiving = false
    /// Resumes the readers of streams that got something in this turn.
    var awaited: [() -> Void] = []
    /// The streams that are full, and must not drop anything.
    var fullStreams: Set<ObjectIdentifier> = []
    /// Whether messages may have arrived that are not handled because of that.
    var isPaused = false
    /// The timer that ends a rest of the backlogged queues.
    var restTimer: EventLoop.Timer?
    /// Whether the bytes that wait for the bus are limited.
    var isUnreadLimited = false
    /// Whether the other side has gone, and its earlier messages aren't handled yet.
    var isDisconnected = false
    /// Whether freed memory will soon be returned to the system.
    var isTrimming = false

    var timers: [EventLoop.Timer] { Array(holdTimers.values) + (restTimer.map { [$0] } ?? []) }
}
