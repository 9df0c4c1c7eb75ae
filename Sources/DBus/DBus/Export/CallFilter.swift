/// Decides which calls are allowed before they are dispatched; see ``Connection/setCallFilter(_:)``.
///
/// A filter sees every call that arrives, including those of the standard interfaces and of objects that don't exist.
/// So a caller can't distinguish a hidden object from a missing one. If the filter needs time to learn about a sender,
/// it answers ``Answer/wait``, and later calls ``Connection/reconsider(_:)``.
package struct CallFilter: Sendable {
    /// The decision about a call.
    package enum Answer: Sendable {
        /// Dispatch it.
        case allowed
        /// Answer it with this error, and do nothing else.
        case refused(RemoteError)
        /// Hold it and the sender's later calls, in their order. Calls of other senders continue.
        case wait
    }

    /// Decides about one call, on the loop's thread. It must not block; every call pays for it.
    let answer: @Sendable (MethodCall) -> Answer
    /// Whether introspection lists a child of the object for a sender.
    let shows: @Sendable (MethodCall, _ child: ObjectPath) -> Bool
    /// How long a call is held; then all held calls of its sender are refused with `AccessDenied`.
    let patience: Duration

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - patience: how long the first held call of a sender waits at most; then all of them are refused with
    ///     `AccessDenied`.
    ///   - shows: returns whether an allowed introspection lists a child of the object; called on the loop's thread.
    ///   - answer: decides about one call, on the loop's thread. The interface of the call is empty when the caller
    ///     named none.
    package init(
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
    /// Sets or removes the filter for all exported objects. A new filter decides about the held calls.
    ///
    /// Set it before you export anything: dispatched calls aren't recalled. With a peer, where senders aren't verified,
    /// this has no effect.
    package func setCallFilter(_ filter: CallFilter?) {
        self.filter = hasBus ? filter : nil
        for sender in incoming.inbox.heldSenders { reconsider(sender) }
    }
}
