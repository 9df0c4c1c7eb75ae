internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// Pushes to a widget: within the rate limit they are applied at once, above it together a moment later.
extension HostedWidget {
    /// Handles `UpdateWidget`: checks a push at once, and replies when it is applied.
    ///
    /// - Parameter isSandboxed: whether the caller runs in a sandbox.
    /// - Throws: the fault of the push, which then has no effect. Held pushes stay held.
    func push(
        _ dictionary: [String: DBusValue], isSandboxed: Bool, _ reply: @escaping PushReply,
        _ center: isolated Center
    ) throws {
        if answersInFlight > 0 {
            return putBehindAnswer(reply, center) { try $0.push(dictionary, isSandboxed: isSandboxed, reply, $1) }
        }
        let now = center.service.clock.steady().nanoseconds
        var gate = gate(at: now, center)
        if let time = gate.closedUntil(at: now) {
            throw CenterError(
                .limitExceeded,
                "changes: too many pushes to \(identifier) were refused; "
                    + "the next one is read in \((time - min(now, time) + 999_999) / 1_000_000) ms; PushBurst is "
                    + "\(Limits.pushBurst)")
        }
        do {
            let changes: WidgetChanges
            do { changes = try WidgetChanges(dictionary) } catch {
                throw CenterError(.invalidContent, "\(error)")
            }
            try applyOrHold(changes, &gate, at: now, isSandboxed: isSandboxed, reply, center)
        } catch {
            if pushGate == nil { pushGate = gate }
            pushGate?.refused(at: now)
            throw error
        }
    }

    /// Handles `SetHasContent`: pushes that value alone, and replies when it is applied.
    func push(hasContent: Bool, _ reply: @escaping PushReply, _ center: isolated Center) throws {
        if answersInFlight > 0 {
            return putBehindAnswer(reply, center) { try $0.push(hasContent: hasContent, reply, $1) }
        }
        let now = center.service.clock.steady().nanoseconds
        var gate = gate(at: now, center)
        var changes = WidgetChanges()
        changes.hasContent = hasContent
        try applyOrHold(changes, &gate, at: now, isSandboxed: false, reply, center)
    }

    /// Holds pushes until the center has received the answers that the provider sent before this call.
    ///
    /// The center calls a provider over one of its two connections, and the provider may push over the other one. The
    /// bus keeps the order of messages on each connection alone, so a reply of the bus shows that the earlier answers
    /// have arrived.
    func receiveAnswers(before call: MethodCall, _ center: isolated Center) {
        guard let sender = call.sender, let session, session.life.owner == sender, session.idleness.calls > 0
        else { return }
        let connection = center.service.connection(of: record.endpoint)
        if connection === call.connection { return }
        let hold = PushHold(self)
        hold.begin()
        Task { await hold.end(afterReplyOver: connection, center) }
    }

    private func gate(at now: UInt64, _ center: isolated Center) -> PushGate<PushReply> {
        pushGate ?? PushGate(isViewing: center.panels.isViewing, at: now)
    }

    /// Holds a push until a provider's answer that has arrived is applied; see ``PushHold``.
    private func putBehindAnswer(
        _ reply: @escaping PushReply, _ center: isolated Center,
        _ push: @escaping @Sendable (HostedWidget, isolated Center) throws -> Void
    ) {
        let name = identifier.rawValue
        pushesBehindAnswers.append { [weak center] in
            center?.assumeIsolated { center in
                do { try push(try center.registry.find(name), center) } catch { reply(.failure(error)) }
            }
        }
    }

    private func applyOrHold(
        _ changes: WidgetChanges, _ gate: inout PushGate<PushReply>, at now: UInt64, isSandboxed: Bool,
        _ reply: @escaping PushReply, _ center: isolated Center
    ) throws {
        if gate.isRepetition(changes, of: record) { return reply(.success(record.revision)) }
        // A center that is ending holds no pushes: it may have no time to apply them.
        if center.isEnding || gate.isOpen(at: now) {
            try center.accept(changes, .push, for: self, isSandboxed: isSandboxed, state: nil)
            gate.applied(at: now)
            pushGate = gate
            return reply(.success(record.revision))
        }
        try center.registry.check(changes.content, for: self, isSandboxed: isSandboxed)
        do { try gate.hold(changes, on: record, at: now, center.service.clock.wall(), reply) } catch {
            throw CenterError(.invalidContent, "\(error)")
        }
        pushGate = gate
        reserveHeld(center)
        if pushTimer == nil { armPushTimer(center) }
    }

    /// Applies checked changes.
    func apply(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, _ effect: PushEffect, _ state: WidgetState?,
        _ center: isolated Center
    ) throws {
        let before = updateTiming
        if effect.contains(.confirms) { updateTiming.confirm(at: center.service.clock.boot()) }
        if effect.contains(.asks) { updateTiming.isAskedFor = true }
        let changed: Set<WidgetMember>
        do {
            changed = try center.change(self) { record in
                let applied = try record.accept(changes, from: origin, at: center.service.clock.wall())
                // The provider may have left right after its answer.
                guard let state, record.state != .unavailable else { return applied }
                return applied.union(record.setState(state))
            }
        } catch {
            updateTiming = before
            throw error
        }
        // A provider already knows the mode in its own answer.
        switch origin {
        case .push, .held: if changed.contains(.displayMode) { reportDisplayMode(startsProvider: false, center) }
        case .answer, .definition, .cached, .result: break
        }
        // If held pushes hide and show the widget again, panels see no change, but its provider is asked for an update.
        if effect.contains(.asks) { center.reschedule(self) }
    }

    // MARK: Held pushes

    /// Applies held pushes, and replies. It is called before any other change to the widget.
    func releasePushes(_ center: isolated Center) {
        guard let held = pushGate?.release(at: center.service.clock.steady().nanoseconds) else { return }
        disarmPushTimer(center)
        center.registry.reserve(0, for: path)
        do {
            try apply(held.changes, held.origin, held.effect, nil, center)
            for reply in held.waiters { reply(.success(record.revision)) }
        } catch {
            // They were valid, and nothing else has changed the widget since.
            for reply in held.waiters { reply(.failure(error)) }
        }
    }

    /// Adjusts the rate, which depends on whether a panel is visible.
    func followViewing(_ center: isolated Center) {
        pushGate?.setViewing(center.panels.isViewing, at: center.service.clock.steady().nanoseconds)
        if pushTimer != nil { armPushTimer(center) }
    }

    /// Reserves room, so that accepted content also fits when it is applied.
    private func reserveHeld(_ center: isolated Center) {
        let bytes = pushGate?.held?.target.storedContent.byteCount ?? 0
        center.registry.reserve(max(0, bytes - record.storedContent.byteCount), for: path)
    }

    private func armPushTimer(_ center: isolated Center) {
        disarmPushTimer(center)
        guard let due = pushGate?.due else { return }
        let wait = MonotonicTime(nanoseconds: due) - center.service.clock.steady()
        pushTimer = center.service.loop.schedule(at: .now + max(.zero, wait), on: center, with: self) {
            $1.pushesAreDue($0)
        }
    }

    private func disarmPushTimer(_ center: isolated Center) {
        if let timer = pushTimer.take() { center.service.loop.cancel(timer) }
    }

    private func pushesAreDue(_ center: isolated Center) {
        pushTimer = nil
        guard let due = pushGate?.due else { return }
        guard due <= center.service.clock.steady().nanoseconds else { return armPushTimer(center) }
        releasePushes(center)
    }
}

extension PushHold {
    /// Ends the hold when the bus has replied over a connection.
    fileprivate func end(afterReplyOver connection: Connection, _ center: isolated Center) async {
        let _: String? = try? await connection.call(.bus, "GetId")
        end()
    }
}
