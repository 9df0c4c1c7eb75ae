internal import DBus
internal import TodayModel

/// What is pushed to a widget: within the rate it is applied at once, over it together a moment later.
extension HostedWidget {
    /// `UpdateWidget`: checks a push at once, and replies when it is applied.
    ///
    /// - Parameter isSandboxed: whether the caller runs in a sandbox.
    /// - Throws: what is wrong with it. What it says has no effect then, and what is held stays held.
    func push(
        _ dictionary: [String: DBusValue], isSandboxed: Bool, _ reply: @escaping PushReply,
        _ host: isolated some UpdateHost
    ) throws {
        if answersInFlight > 0 {
            return putBehindAnswer(reply, host) { try $0.push(dictionary, isSandboxed: isSandboxed, reply, $1) }
        }
        let now = host.service.clock.steady().nanoseconds
        var gate = gate(at: now, host)
        if let time = gate.closedUntil(at: now) {
            throw CenterError(
                .limitExceeded,
                "changes: too many pushes to \(identifier) were refused, "
                    + "and none is looked at for \((time - min(now, time) + 999_999) / 1_000_000) ms; PushBurst is "
                    + "\(Limits.pushBurst)")
        }
        do {
            let changes: WidgetChanges
            do { changes = try WidgetChanges(dictionary) } catch {
                throw CenterError(.invalidContent, "\(error)")
            }
            try apply(changes, &gate, at: now, isSandboxed: isSandboxed, reply, host)
        } catch {
            if pushGate == nil { pushGate = gate }
            pushGate?.refused(at: now)
            throw error
        }
    }

    /// `SetHasContent`: pushes that alone, and replies when it is applied.
    func push(hasContent: Bool, _ reply: @escaping PushReply, _ host: isolated some UpdateHost) throws {
        if answersInFlight > 0 {
            return putBehindAnswer(reply, host) { try $0.push(hasContent: hasContent, reply, $1) }
        }
        let now = host.service.clock.steady().nanoseconds
        var gate = gate(at: now, host)
        var changes = WidgetChanges()
        changes.hasContent = hasContent
        try apply(changes, &gate, at: now, isSandboxed: false, reply, host)
    }

    private func gate(at now: UInt64, _ host: isolated some UpdateHost) -> PushGate<PushReply> {
        pushGate ?? PushGate(isViewing: host.panels.isViewing, at: now)
    }

    /// Keeps a push until the answer of the provider that has arrived is applied; see ``PushHold``.
    private func putBehindAnswer<Host: UpdateHost>(
        _ reply: @escaping PushReply, _ host: isolated Host,
        _ push: @escaping @Sendable (HostedWidget, isolated Host) throws -> Void
    ) {
        let name = identifier.rawValue
        pushesBehindAnswers.append { [weak host] in
            host?.assumeIsolated { host in
                do { try push(try host.registry.find(name), host) } catch { reply(.failure(error)) }
            }
        }
    }

    private func apply(
        _ changes: WidgetChanges, _ gate: inout PushGate<PushReply>, at now: UInt64, isSandboxed: Bool,
        _ reply: @escaping PushReply, _ host: isolated some UpdateHost
    ) throws {
        if gate.isRepetition(changes, of: record) { return reply(.success(record.revision)) }
        // A center that ends holds nothing: there may be no later.
        if host.isEnding || gate.isOpen(at: now) {
            try host.accept(changes, .push, for: self, isSandboxed: isSandboxed, state: nil)
            gate.applied(at: now)
            pushGate = gate
            return reply(.success(record.revision))
        }
        try host.registry.check(changes.content, for: self, isSandboxed: isSandboxed)
        do { try gate.hold(changes, on: record, at: now, host.service.clock.wall(), reply) } catch {
            throw CenterError(.invalidContent, "\(error)")
        }
        pushGate = gate
        reserveHeld(host)
        if pushTimer == nil { armPushTimer(host) }
    }

    /// Takes what was checked, from whomever it is.
    func take(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, _ effect: PushEffect, _ state: WidgetState?,
        _ host: isolated some UpdateHost
    ) throws {
        let before = updateTiming
        if effect.contains(.confirms) { updateTiming.confirm(at: host.service.clock.boot()) }
        if effect.contains(.asks) { updateTiming.isAskedFor = true }
        let changed: Set<WidgetMember>
        do {
            changed = try host.change(self) { record in
                let applied = try record.accept(changes, from: origin, at: host.service.clock.wall())
                // The provider may have left right after its answer.
                guard let state, record.state != .unavailable else { return applied }
                return applied.union(record.setState(state))
            }
        } catch {
            updateTiming = before
            throw error
        }
        // The provider knows what it has answered.
        switch origin {
        case .push, .held: if changed.contains(.displayMode) { reportDisplayMode(startsProvider: false, host) }
        case .answer, .definition, .cached, .result: break
        }
        // What was hidden and shown again while it was held is as it was to panels, but not to its provider.
        if effect.contains(.asks) { host.reschedule(self) }
    }

    // MARK: What is held

    /// Applies what is held, and replies. Whatever else changes the widget does this first.
    func releasePushes(_ host: isolated some UpdateHost) {
        guard let held = pushGate?.release(at: host.service.clock.steady().nanoseconds) else { return }
        disarmPushTimer(host)
        host.registry.reserve(0, for: path)
        do {
            try take(held.changes, held.origin, held.effect, nil, host)
            for reply in held.waiters { reply(.success(record.revision)) }
        } catch {
            // They were valid for a widget that nothing else has changed since.
            for reply in held.waiters { reply(.failure(error)) }
        }
    }

    /// The rate depends on whether somebody looks.
    func followViewing(_ host: isolated some UpdateHost) {
        pushGate?.setViewing(host.panels.isViewing, at: host.service.clock.steady().nanoseconds)
        if pushTimer != nil { armPushTimer(host) }
    }

    /// Content that was accepted has to fit when it is applied as well.
    private func reserveHeld(_ host: isolated some UpdateHost) {
        let bytes = pushGate?.held?.target.storedContent.byteCount ?? 0
        host.registry.reserve(max(0, bytes - record.storedContent.byteCount), for: path)
    }

    private func armPushTimer(_ host: isolated some UpdateHost) {
        disarmPushTimer(host)
        guard let due = pushGate?.due else { return }
        let wait = MonotonicTime(nanoseconds: due) - host.service.clock.steady()
        pushTimer = host.service.loop.schedule(at: .now + max(.zero, wait), on: host, with: self) {
            $1.pushesAreDue($0)
        }
    }

    private func disarmPushTimer(_ host: isolated some UpdateHost) {
        if let timer = pushTimer.take() { host.service.loop.cancel(timer) }
    }

    private func pushesAreDue(_ host: isolated some UpdateHost) {
        pushTimer = nil
        guard let due = pushGate?.due else { return }
        guard due <= host.service.clock.steady().nanoseconds else { return armPushTimer(host) }
        releasePushes(host)
    }
}
