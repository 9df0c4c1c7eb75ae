/// Decides who may call what, before a call is dispatched; see ``Connection/setCallFilter(_:)``.
///
/// A filter is asked about every call that arrives, also about those of the standard interfaces and of objects that do not
/// exist, so that what is not there cannot be told from what may not be seen. What it needs to know of a sender may take
/// time: it answers ``Answer/wait`` then, and says so later with ``Connection/reconsider(_:)``.
public struct CallFilter: Sendable {
    /// What becomes of a call.
    public enum Answer: Sendable {
        /// It is dispatched.
        case allowed
        /// It is answered with this error, and nothing else happens.
        case refused(RemoteError)
        /// It is held, and so are the sender's later calls, in their order. Those of others go on.
        case wait
    }

    /// Looks at one call, on the loop's thread. It must not wait; it costs every call.
    let answer: @Sendable (MethodCall) -> Answer
    /// Whether introspection shows a sender a child of the object that it asks about.
    let shows: @Sendable (MethodCall, _ child: ObjectPath) -> Bool
    /// How long a call is held; then all that is held of its sender is refused with `AccessDenied`.
    let patience: Duration

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - patience: how long the first of them is held at most; then all of them are refused with `AccessDenied`.
    ///   - shows: whether introspection, which was allowed, lists a child of the object; on the loop's thread.
    ///   - answer: looks at one call, on the loop's thread. The interface of the call is empty when the caller named none.
    public init(
        patience: Duration = .seconds(20),
        shows: @escaping @Sendable (MethodCall, _ child: ObjectPath) -> Bool = { _, _ in true },
        answer: @escaping @Sendable (MethodCall) -> Answer
    ) {
        self.patience = patience
        self.shows = shows
        self.answer = answer
    }
}

extension Connection {
    /// Puts a filter before everything that is exported, or takes it away. Calls that are held are decided by the new one.
    ///
    /// Put it there before anything is exported: what has been dispatched is not called back. With a peer, where nobody
    /// vouches for a sender, there is no filter.
    public func setCallFilter(_ filter: CallFilter?) {
        self.filter = hasBus ? filter : nil
        for sender in incoming.inbox.heldSenders { reconsider(sender) }
    }
}
