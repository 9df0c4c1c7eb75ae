internal import DBus
internal import TodayModel
internal import TodayProtocol

/// A widget's pushes: within the rate they are applied at once, over it together a moment later.
extension Center {
    /// `UpdateWidget`: checks a push at once, and replies when it is applied.
    ///
    /// - Throws: what is wrong with it. What it says has no effect then, and what is held stays held.
    func updateWidget(
        _ text: String, _ dictionary: [String: DBusValue], isSandboxed: Bool = false, _ reply: @escaping PushReply
    ) throws {
        let widget = try registry.find(text)
        if widget.unapplied.answers > 0 {
            widget.unapplied.pushes.append { [weak self] in
                self?.assumeIsolated { center in
                    do { try center.updateWidget(text, dictionary, isSandboxed: isSandboxed, reply) } catch {
                        reply(.failure(error))
                    }
                }
            }
            return
        }
        let now = clock.steady().nanoseconds
        var gate = widget.pushGate ?? PushGate(isViewing: panels.isViewing, at: now)
        if let time = gate.closedUntil(at: now) {
            throw CenterError(
                .limitExceeded,
                "changes: too many pushes to \(widget.identifier) were refused, "
                    + "and none is looked at for \((time - min(now, time) + 999_999) / 1_000_000) ms; PushBurst is "
                    + "\(Limits.pushBurst)")
        }
        do { try take(dictionary, &gate, widget, at: now, isSandboxed: isSandboxed, reply) } catch {
            if widget.pushGate == nil { widget.pushGate = gate }
            widget.pushGate?.refused(at: now)
            throw error
        }
    }

    private func take(
        _ dictionary: [String: DBusValue], _ gate: inout PushGate<PushReply>, _ widget: HostedWidget, at now: UInt64,
        isSandboxed: Bool, _ reply: @escaping PushReply
    ) throws {
        let changes: WidgetChanges
        do { changes = try WidgetChanges(dictionary) } catch {
            throw CenterError(.invalidContent, "\(error)")
        }
        // A center that ends holds nothing: there may be no later.
        if isEnding || gate.isOpen(at: now) {
            try accept(changes, .push, for: widget, isSandboxed: isSandboxed)
            gate.applied(at: now)
            widget.pushGate = gate
            return reply(.success(widget.record.revision))
        }
        try registry.check(changes.content, for: widget, isSandboxed: isSandboxed)
        do { try gate.hold(changes, on: widget.record, at: now, clock.wall(), reply) } catch {
            throw CenterError(.invalidContent, "\(error)")
        }
        widget.pushGate = gate
        reserveHeld(widget)
        if widget.pushTimer == nil { armPushTimer(widget) }
    }

    /// The one way in for what a widget is to show: pushes, what is held of them, and what its provider answers.
    func accept(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, for widget: HostedWidget, isSandboxed: Bool = false,
        state: WidgetState? = nil
    ) throws {
        guard registry.contains(widget) else { return }
        try registry.check(changes.content, for: widget, isSandboxed: isSandboxed)
        // What is held comes first.
        releasePushes(widget)
        let effect: PushEffect? = if case .push = origin { PushEffect(changes, on: widget.record) } else { nil }
        try apply(changes, origin, to: widget, effect ?? [], state)
    }

    private func apply(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, to widget: HostedWidget, _ effect: PushEffect,
        _ state: WidgetState?
    ) throws {
        let before = widget.freshness
        if effect.contains(.confirms) { widget.freshness.confirm(at: clock.boot()) }
        if effect.contains(.asks) { widget.freshness.isAskedFor = true }
        do {
            try change(widget) { record in
                let applied = try Self.apply(changes, origin, to: &record, at: clock.wall())
                // The provider may have left right after its answer.
                guard let state, record.state != .unavailable else { return applied }
                return applied.union(record.setState(state))
            }
        } catch {
            widget.freshness = before
            throw error
        }
        // What was hidden and shown again while it was held is as it was to panels, but not to its provider.
        if effect.contains(.asks) { reschedule(widget) }
    }

    // MARK: What is held

    /// Applies what is held of a widget, and replies. Whatever else changes the widget does this first.
    func releasePushes(_ widget: HostedWidget) {
        guard let held = widget.pushGate?.release(at: clock.steady().nanoseconds) else { return }
        disarmPushTimer(widget)
        registry.reserve(0, for: widget.path)
        do {
            try apply(held.changes, held.origin, to: widget, held.effect, nil)
            for reply in held.waiters { reply(.success(widget.record.revision)) }
        } catch {
            // They were valid for a widget that nothing else has changed since.
            for reply in held.waiters { reply(.failure(error)) }
        }
    }

    /// Applies everything that is held, since nothing comes later.
    func releaseAllPushes() { for widget in registry.widgets { releasePushes(widget) } }

    /// The rate depends on whether somebody looks.
    func followViewingWithPushes() {
        let now = clock.steady().nanoseconds
        for widget in registry.widgets {
            widget.pushGate?.setViewing(panels.isViewing, at: now)
            if widget.pushTimer != nil { armPushTimer(widget) }
        }
    }

    /// Content that was accepted has to fit when it is applied as well.
    private func reserveHeld(_ widget: HostedWidget) {
        let bytes = widget.pushGate?.held?.target.keptContent.byteCount ?? 0
        registry.reserve(max(0, bytes - widget.record.keptContent.byteCount), for: widget.path)
    }

    private func armPushTimer(_ widget: HostedWidget) {
        disarmPushTimer(widget)
        guard let due = widget.pushGate?.due else { return }
        let wait = MonotonicTime(nanoseconds: due) - clock.steady()
        widget.pushTimer = loop.schedule(at: .now + max(.zero, wait), on: self, with: widget) { $0.pushesAreDue($1) }
    }

    private func disarmPushTimer(_ widget: HostedWidget) {
        if let timer = widget.pushTimer.take() { loop.cancel(timer) }
    }

    private func pushesAreDue(_ widget: HostedWidget) {
        widget.pushTimer = nil
        guard let due = widget.pushGate?.due else { return }
        guard due <= clock.steady().nanoseconds else { return armPushTimer(widget) }
        releasePushes(widget)
    }
}
