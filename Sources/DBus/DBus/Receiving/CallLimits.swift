/// How much a connection takes in of what others call; see ``Connection/setCallLimits(_:)``.
///
/// Calls are answered in the order of their arrival for each sender, and by turns between senders. What waits is bounded
/// for each of them, so that one who calls without end gets errors, and nobody else waits.
public struct CallLimits: Sendable {
    /// Calls of one sender that wait; one more is answered with `LimitsExceeded`, or dropped when its caller wants no
    /// reply.
    public var calls: Int
    /// Calls of one sender whose handlers are at work, after they have begun; one more is answered in the same way.
    public var handlers: Int
    /// Bytes of all calls of one sender that wait. One call is always taken.
    public var bytes: Int
    /// Bytes of all calls that wait; where there are more, each sender may have an equal part.
    public var totalBytes: Int
    /// Length of a message, header included; at most 128 MiB, which is the limit of the D-Bus specification. The body of a
    /// longer one is passed over as it arrives: a call is refused, the call that a reply is for fails, a signal is
    /// dropped. Not with a peer.
    public var messageBytes: Int
    /// The error that a call gets which is longer than ``messageBytes``; its second argument is how long it is.
    public var refusal: @Sendable (_ call: MethodCall, _ bytes: Int) -> RemoteError

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - calls: of one sender that wait.
    ///   - handlers: of one sender that are at work.
    ///   - bytes: of all calls of one sender that wait.
    ///   - totalBytes: of all calls that wait.
    ///   - messageBytes: length of a message, header included.
    ///   - refusal: what a call gets that is longer; `LimitsExceeded` with both lengths unless it is given.
    public init(
        calls: Int = 4096, handlers: Int = 1024, bytes: Int = 8 << 20, totalBytes: Int = 32 << 20,
        messageBytes: Int = 128 << 20,
        refusal: (@Sendable (_ call: MethodCall, _ bytes: Int) -> RemoteError)? = nil
    ) {
        self.calls = calls
        self.handlers = handlers
        self.bytes = bytes
        self.totalBytes = totalBytes
        self.messageBytes = messageBytes
        self.refusal =
            refusal ?? { call, bytes in
                RemoteError(
                    .limitsExceeded,
                    "\(call.member): the call has \(bytes) bytes, and at most \(messageBytes) are taken")
            }
    }
}

extension Connection {
    /// Sets how much is taken in of what others call.
    public func setCallLimits(_ limits: CallLimits) {
        incoming.limits = limits
        applyMessageLimit()
    }
}
