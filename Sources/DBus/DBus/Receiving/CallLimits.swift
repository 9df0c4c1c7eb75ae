/// Limits for incoming calls of a connection; see ``Connection/setCallLimits(_:)``.
///
/// Calls of one sender are answered in the order of their arrival, and senders take turns. Each sender has a limit of
/// waiting calls, so a sender that calls endlessly gets errors and doesn't delay the others.
public struct CallLimits: Sendable {
    /// The number of waiting calls of one sender. A further call gets `LimitsExceeded`, or is dropped if its caller
    /// doesn't request a reply.
    public var calls: Int
    /// The number of unfinished handlers for calls of one sender. A further call is refused in the same way.
    public var handlers: Int
    /// The bytes of all waiting calls of one sender. One call is always accepted.
    public var bytes: Int
    /// The bytes of all waiting calls. Above that, each sender gets an equal share.
    public var totalBytes: Int
    /// The length of a message, including the header; at most 128 MiB, the limit of the D-Bus specification. The body
    /// of a longer message is skipped as it arrives: a call is refused, a reply makes its call fail, and a signal is
    /// dropped. The limit doesn't apply to a peer.
    public var messageBytes: Int
    /// Whether senders with a backlog of calls pause while other senders make single calls. The default is false.
    ///
    /// The bus forwards each call and each reply. A sender with many calls in flight keeps the bus busy. The calls of
    /// others wait on the bus, where this connection can't reorder them. If this is true, they wait about 0.3 ms
    /// instead of 1–2 ms. The sender with many calls in flight is then served three to seven times more slowly. In both
    /// cases, senders take turns on this connection.
    public var pausesBacklogs: Bool
    /// The error for a call that is longer than ``messageBytes``; its second argument is the length of the call.
    package var refusal: @Sendable (_ call: MethodCall, _ bytes: Int) -> RemoteError

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - calls: the number of waiting calls of one sender.
    ///   - handlers: the number of unfinished handlers of one sender.
    ///   - bytes: the bytes of all waiting calls of one sender.
    ///   - totalBytes: the bytes of all waiting calls.
    ///   - messageBytes: the length of a message, including the header.
    ///   - pausesBacklogs: whether senders with a backlog of calls pause for others.
    public init(
        calls: Int = 4096, handlers: Int = 1024, bytes: Int = 8 << 20, totalBytes: Int = 32 << 20,
        messageBytes: Int = 128 << 20, pausesBacklogs: Bool = false
    ) {
        self.calls = calls
        self.handlers = handlers
        self.bytes = bytes
        self.totalBytes = totalBytes
        self.messageBytes = messageBytes
        self.pausesBacklogs = pausesBacklogs
        refusal = { call, bytes in
            RemoteError(
                .limitsExceeded, "\(call.member): the call has \(bytes) bytes, more than \(messageBytes)")
        }
    }
}

extension Connection {
    /// Sets the limits for incoming calls.
    public func setCallLimits(_ limits: CallLimits) {
        incoming.limits = limits
        applyMessageLimit()
    }
}
