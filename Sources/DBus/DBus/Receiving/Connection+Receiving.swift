internal import CTodayDBus
internal import CTodaySystem

extension Connection {
    /// How long calls are served before the next check for arrivals.
    private static let servingTurn: UInt64 = 100_000
    /// The cost of a call for others besides the time of its handler, in nanoseconds: about the bus's time to forward
    /// it.
    private static let callCost: UInt64 = 10_000
    /// While backlogged queues are paced, the number of bytes that may wait outside of this process for the bus to read
    /// them, including the kernel's overhead: about ten replies. Further messages wait in the inbox, where the next
    /// sender can be served first.
    private static let pacedUnread = 9 << 10
    /// The sender of a peer's calls: a peer is one sender.
    static let peer = BusName(unchecked: "")
    /// A message of this size leaves enough freed memory to return it to the system.
    private static let largeMessage = 256 << 10

    // MARK: Arriving

    /// Receives every message that has arrived, and serves the waiting ones.
    func receive() {
        incoming.isReceiving = true
        incoming.isPaused = false
        while true {
            if isReceivingPaused {
                incoming.isPaused = true
                break
            }
            guard var arrival = popArrival() else { break }
            incoming.received += 1
            arrival.position = StreamPosition(number: incoming.received)
            accept(arrival)
        }
        resumeReaders()
        serve()
        incoming.isReceiving = false
        resumeReaders()
    }

    private func accept(_ arrival: Arrival) {
        trace?.received(arrival)
        if arrival.size > Self.largeMessage { trimLater() }
        if isMonitored(arrival) { return }
        // A monitor must not answer the messages of others.
        guard arrival.kind == DBUS_MESSAGE_TYPE_SIGNAL || isAddressed(arrival) else { return }
        switch arrival.kind {
        case DBUS_MESSAGE_TYPE_METHOD_CALL:
            if arrival.isTooLarge {
                if let (call, _) = open(arrival) { refuse(call, incoming.limits.refusal(call, arrival.size)) }
            } else if let refusal = incoming.inbox.addCall(
                arrival, of: arrival.sender ?? Self.peer, bytes: arrival.size, incoming.limits)
            {
                refuse(arrival, refusal)
            }
        case DBUS_MESSAGE_TYPE_METHOD_RETURN, DBUS_MESSAGE_TYPE_ERROR: inOrder(arrival, of: sender(of: arrival))
        case DBUS_MESSAGE_TYPE_SIGNAL: inOrder(arrival, of: departedName(in: arrival) ?? sender(of: arrival))
        default: break  // the specification requires ignoring unknown types
        }
    }

    private func refuse(_ arrival: Arrival, _ refusal: Inbox<Arrival>.Refusal) {
        guard let (call, _) = open(arrival) else { return }
        let sender = call.sender?.rawValue ?? "the peer"
        let reason =
            switch refusal {
            case .tooManyCalls(let count): "\(count) calls of \(sender) are already waiting"
            case .tooManyBytes(let bytes): "the waiting calls of \(sender) would have \(bytes) bytes"
            }
        refuse(call, RemoteError(.limitsExceeded, "\(call.member): \(reason), more than the limit"))
    }

    /// Parses a call.
    private func open(_ arrival: Arrival) -> (MethodCall, Message)? {
        guard let message = arrival.message() else {
            incoming.isDisconnected = true
            return nil
        }
        return call(message).map { ($0, message) }
    }

    /// Returns the sender of a message; nil for libdbus's own message that the other side has gone.
    private func sender(of arrival: Arrival) -> BusName? {
        if hasBus { return arrival.sender }
        return arrival.message().map(Self.reportsDeparture) == true ? nil : Self.peer
    }

    /// Whether this is libdbus's message that the other side has gone. Others can't send it: libdbus rejects messages
    /// that claim to be local.
    private static func reportsDeparture(_ message: Message) -> Bool {
        dbus_message_is_signal(message.raw, "org.freedesktop.DBus.Local", "Disconnected") != 0
    }

    /// Keeps the order of a sender's messages: a reply or a signal comes after earlier calls.
    private func inOrder(_ arrival: Arrival, of sender: BusName?) {
        if let sender, incoming.inbox.holds(sender) {
            incoming.inbox.add(arrival, of: sender)
        } else {
            handle(arrival)
        }
    }

    private func handle(_ arrival: Arrival) {
        guard let message = arrival.message() else { return incoming.isDisconnected = true }
        switch arrival.kind {
        case DBUS_MESSAGE_TYPE_SIGNAL:
            if arrival.sender == nil, Self.reportsDeparture(message) {
                incoming.isDisconnected = true
            } else if arrival.isTooLarge {
                logTooLarge(message, arrival)
            } else {
                recordNames(message)
                deliver(message)
            }
        default:
            if arrival.isTooLarge { refuseReply(message, arrival.size) } else { receiveReply(message) }
        }
    }

    /// Returns the name that leaves the bus, if this is the bus's message about it. It must be handled after the
    /// earlier messages of that name.
    private func departedName(in arrival: Arrival) -> BusName? {
        guard !incoming.inbox.isEmpty, arrival.sender == .bus, let message = arrival.message(),
            dbus_message_is_signal(message.raw, "org.freedesktop.DBus", "NameOwnerChanged") != 0,
            let name = try? ReceivedBody.read(message, { try String(from: &$0) })
        else { return nil }
        return BusName(rawValue: name).flatMap { $0.isUnique ? $0 : nil }
    }

    private func receiveReply(_ message: Message) {
        guard let waiter = removeWaiter(for: message) else { return }
        guard dbus_message_get_type(message.raw) == DBUS_MESSAGE_TYPE_ERROR else {
            return waiter.finish(.success(message))
        }
        waiter.finish(.failure(RemoteError(reply: message)))
    }

    private func refuseReply(_ message: Message, _ bytes: Int) {
        let text = "the reply has \(bytes) bytes, more than \(incoming.limits.messageBytes)"
        removeWaiter(for: message)?.finish(.failure(ConnectionError(.malformedReply, text)))
    }

    private func removeWaiter(for message: Message) -> ReplyWaiter? {
        let waiter = pending.remove(serial: dbus_message_get_reply_serial(message.raw))
        if let timer = waiter?.timer { loop.cancel(timer) }
        return waiter
    }

    // MARK: Serving

    /// Whether calls wait that can be served immediately.
    var isBusy: Bool {
        if incoming.isDisconnected { return !isClosed }
        if incoming.isPaused, !isReceivingPaused { return true }
        return !isStalled && (incoming.restTimer == nil ? incoming.inbox.isReady : incoming.inbox.isOtherReady)
    }

    /// Whether the bus hasn't read earlier replies yet: more replies would only make its queue longer.
    private var isStalled: Bool { !incoming.isDisconnected && hasMessagesToSend }

    /// Serves calls for a limited time.
    private func serve() {
        if incoming.isDisconnected {
            // Messages from before the end are handled; their replies can't be sent.
            while serveNext() != nil { incoming.inbox.finish(cost: 0) }
            return end(.disconnected)
        }
        guard incoming.inbox.isReady else { return }
        let pauses = incoming.limits.pausesBacklogs
        let start = MonotonicTime.now.nanoseconds
        var last = start
        while !isStalled, last - start < Self.servingTurn {
            let rests = pauses && loop.pacing.isResting(at: last, atWork: incoming.inbox.atWork)
            guard let wantsReply = serveNext(skippingBacklogged: rests) else { break }
            let now = MonotonicTime.now.nanoseconds
            let cost = now - last + Self.callCost
            if !pauses {
                // Nothing to record.
            } else if !incoming.inbox.isServingBacklog {
                loop.pacing.servedOther(
                    on: ObjectIdentifier(self), besideBacklog: incoming.inbox.isBacklogReady, at: now)
            } else if wantsReply {
                loop.pacing.servedBacklogged(on: ObjectIdentifier(self), cost: cost, isReplyRead: !isStalled, at: now)
            }
            incoming.inbox.finish(cost: cost)
            last = now
        }
        if pauses { pace(at: last) }
    }

    /// Adjusts the limits and the rest timer to the waiting calls.
    private func pace(at now: UInt64) {
        let isPacing = loop.pacing.isPacing(at: now)
        if isPacing != incoming.isUnreadLimited {
            incoming.isUnreadLimited = isPacing
            limitUnread(isPacing ? Self.pacedUnread : nil)
        }
        guard incoming.restTimer == nil, now < loop.pacing.restsUntil, incoming.inbox.isReady else { return }
        incoming.restTimer = loop.schedule(at: MonotonicTime(nanoseconds: loop.pacing.restsUntil)) { [weak self] in
            self?.assumeIsolated {
                $0.incoming.restTimer = nil
                $0.serve()
            }
        }
    }

    /// Serves one message. Returns whether its sender wants a reply; nil if nothing can be served.
    private func serveNext(skippingBacklogged: Bool = false) -> Bool? {
        guard let (_, arrival) = incoming.inbox.next(skippingBacklogged: skippingBacklogged) else { return nil }
        guard arrival.kind == DBUS_MESSAGE_TYPE_METHOD_CALL, let (call, message) = open(arrival) else {
            incoming.inbox.removeNext()
            handle(arrival)
            return false
        }
        let answer = answer(of: call)
        if case .wait = answer {
            hold(call)
            return false
        }
        if !incoming.holdTimers.isEmpty, let timer = incoming.holdTimers.removeValue(forKey: call.inboxSender) {
            loop.cancel(timer)
        }
        incoming.inbox.removeNext()
        if case .refused(let error) = answer { refuse(call, error) } else { dispatch(message, call) }
        return call.expectsReply
    }

    private func answer(of call: MethodCall) -> CallFilter.Answer {
        guard let filter, call.sender != nil else { return .allowed }
        return filter.answer(call)
    }

    // MARK: Held by the filter

    /// Holds a call, and all later messages of its sender, until ``reconsider(_:)``.
    private func hold(_ call: MethodCall) {
        guard let filter, let sender = call.sender else { return }
        incoming.inbox.hold()
        guard incoming.holdTimers[sender] == nil else { return }
        incoming.holdTimers[sender] = loop.schedule(at: .now + filter.patience) { [weak self] in
            self?.assumeIsolated { $0.refuseHeld(sender) }
        }
    }

    /// Asks the filter again about the held messages of a sender, in order, until it answers `wait` again or allows
    /// one. Refused calls are answered immediately; allowed ones wait for their turn.
    package func reconsider(_ sender: BusName) {
        while let arrival = incoming.inbox.firstHeld(of: sender) {
            guard arrival.kind == DBUS_MESSAGE_TYPE_METHOD_CALL, let (call, _) = open(arrival) else {
                incoming.inbox.removeFirstHeld(of: sender)
                handle(arrival)
                continue
            }
            switch answer(of: call) {
            case .wait: return
            case .allowed: incoming.inbox.resume(sender)
            case .refused(let error):
                incoming.inbox.removeFirstHeld(of: sender)
                refuse(call, error)
            }
        }
        if let timer = incoming.holdTimers.removeValue(forKey: sender) { loop.cancel(timer) }
    }

    /// Refuses held calls, because the filter hasn't decided about the sender in time.
    private func refuseHeld(_ sender: BusName) {
        incoming.holdTimers[sender] = nil
        for arrival in incoming.inbox.removeHeld(of: sender) {
            if arrival.kind != DBUS_MESSAGE_TYPE_METHOD_CALL {
                handle(arrival)
            } else if let (call, _) = open(arrival) {
                refuse(call, RemoteError(.accessDenied, "\(call.member): the caller could not be identified in time"))
            }
        }
    }

    // MARK: Streams

    /// Adds an element to a stream. Returns how many it has dropped when that is due to be logged: at one, two, four,
    /// eight and so on.
    func add<Element>(_ element: Element, to buffer: StreamBuffer<Element>) -> Int? {
        switch buffer.add(element) {
        case .kept: break
        case .awaited:
            if incoming.isReceiving {
                incoming.awaited.append { buffer.resumeReaders() }
            } else {
                buffer.resumeReaders()
            }
        case .dropped(let count): return count & (count - 1) == 0 ? count : nil
        }
        if buffer.isFull() { incoming.fullStreams.insert(ObjectIdentifier(buffer)) }
        return nil
    }

    private func resumeReaders() {
        if incoming.awaited.isEmpty { return }
        let due = incoming.awaited
        incoming.awaited.removeAll(keepingCapacity: true)
        for resume in due { resume() }
    }

    /// Handles further messages, because a stream has room again, or has ended.
    func resumeReceiving(for stream: ObjectIdentifier) { incoming.fullStreams.remove(stream) }

    /// Whether nothing more is read because a stream is full. A call may be what its reader waits for, so replies are
    /// read while calls wait; and so is everything that arrived before the end of the connection.
    var isReceivingPaused: Bool { !incoming.fullStreams.isEmpty && pending.count == 0 && isConnected }

    // MARK: Memory

    /// Returns freed memory to the system after a delay.
    private func trimLater() {
        if incoming.isTrimming { return }
        incoming.isTrimming = true
        _ = loop.schedule(at: .now + .seconds(1)) { [weak self] in
            self?.assumeIsolated { $0.incoming.isTrimming = false }
            csystem_trim_memory()
        }
    }
}

extension MethodCall {
    /// The sender whose queue the call waits in.
    var inboxSender: BusName { sender ?? Connection.peer }
}
