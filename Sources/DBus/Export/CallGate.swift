/// Decides who may call what, before a call is dispatched; see ``Connection/setGate(_:)``.
///
/// A gate is asked about every call that arrives, also about those of the standard interfaces and of objects that do not
/// exist, so that what is not there cannot be told from what may not be seen. What it needs to know of a sender may take
/// time: it answers ``Answer/wait`` then, and says so later with ``Connection/reconsider(_:)``.
public struct CallGate: Sendable {
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
    /// How many calls of one sender are held; more are refused with `LimitsExceeded`.
    let limit: Int
    /// How long a call is held; then all that is held of its sender is refused with `AccessDenied`.
    let patience: Duration

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - limit: how many calls of one sender are held at most; a further one is refused with `LimitsExceeded`.
    ///   - patience: how long the first of them is held at most; then all of them are refused with `AccessDenied`.
    ///   - shows: whether introspection, which was allowed, lists a child of the object; on the loop's thread.
    ///   - answer: looks at one call, on the loop's thread. The interface of the call is empty when the caller named none.
    public init(
        limit: Int = 1024, patience: Duration = .seconds(20),
        shows: @escaping @Sendable (MethodCall, _ child: ObjectPath) -> Bool = { _, _ in true },
        answer: @escaping @Sendable (MethodCall) -> Answer
    ) {
        self.limit = limit
        self.patience = patience
        self.shows = shows
        self.answer = answer
    }
}

extension Connection {
    /// Puts a gate before everything that is exported, or takes it away. Calls that are held are decided by the new one.
    ///
    /// Put it there before anything is exported: what has been dispatched is not called back. With a peer, where nobody
    /// vouches for a sender, there is no gate.
    public func setGate(_ gate: CallGate?) {
        self.gate = hasBus ? gate : nil
        for sender in held.senders { reconsider(sender) }
    }

    /// Asks the gate again about what is held of a sender, in order.
    ///
    /// It goes on to dispatch until the gate wants to wait again.
    public func reconsider(_ sender: BusName) {
        while let (call, message) = held.first(of: sender) {
            switch gate?.answer(call) ?? .allowed {
            case .wait: return
            case .allowed:
                drop(sender)
                dispatch(message, call)
            case .refused(let error):
                drop(sender)
                reply(error, to: call)
            }
        }
    }

    /// Dispatches a call that has arrived, refuses it, or holds it.
    func screen(_ message: Message, _ call: MethodCall) {
        guard let gate, let sender = call.sender else { return dispatch(message, call) }
        // What is held comes first; usually nothing is.
        let answer = held.isEmpty || !held.holds(sender) ? gate.answer(call) : .wait
        switch answer {
        case .allowed: dispatch(message, call)
        case .refused(let error): reply(error, to: call)
        case .wait: hold(message, call, of: sender, gate)
        }
    }

    private func hold(_ message: Message, _ call: MethodCall, of sender: BusName, _ gate: CallGate) {
        guard held.count(of: sender) < gate.limit else {
            let text = "\(call.member): \(gate.limit) calls of \(sender) wait already until it is known who calls"
            return reply(RemoteError(.limitsExceeded, text), to: call)
        }
        if held.add(call, message, of: sender) {
            let timer = loop.schedule(at: .now + gate.patience) { [weak self] in
                self?.assumeIsolated { $0.refuseHeld(sender) }
            }
            held.setTimer(timer, of: sender)
        }
    }

    private func drop(_ sender: BusName) {
        if let timer = held.removeFirst(of: sender) { loop.cancel(timer) }
    }

    /// Nobody has said in time who the sender is.
    private func refuseHeld(_ sender: BusName) {
        while let (call, _) = held.first(of: sender) {
            drop(sender)
            reply(RemoteError(.accessDenied, "\(call.member): it was not known in time who calls"), to: call)
        }
    }
}
