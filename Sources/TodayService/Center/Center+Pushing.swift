internal import DBus
internal import TodayModel
internal import TodayProtocol

/// A widget's pushes: within the rate they are applied at once, over it together a moment later.
extension Center {
    /// Takes the revision that a push is in. On the center's thread.
    typealias PushReply = @Sendable (Result<UInt64, any Error>) -> Void

    /// `UpdateWidget`: checks a push at once, and replies when it is applied.
    ///
    /// - Throws: what is wrong with it. What it says has no effect then, and what is held stays held.
    func updateWidget(
        _ text: String, _ dictionary: [String: DBusValue], isSandboxed: Bool = false, _ reply: @escaping PushReply
    ) throws {
        let record = try registry.find(text)
        if unapplied[record.path] != nil {
            unapplied[record.path]?.pushes.append { [weak self] in
                self?.assumeIsolated { center in
                    do { try center.updateWidget(text, dictionary, isSandboxed: isSandboxed, reply) } catch {
                        reply(.failure(error))
                    }
                }
            }
            return
        }
        let now = clock.steady().nanoseconds
        var gate = pushGates[record.path] ?? PushGate(isViewing: panels.isViewing, at: now)
        if let time = gate.closedUntil(at: now) {
            throw CenterError(
                .limitExceeded,
                "changes: too many pushes to \(record.identifier) were refused, "
                    + "and none is looked at for \((time - min(now, time) + 999_999) / 1_000_000) ms; PushBurst is "
                    + "\(Limits.pushBurst)")
        }
        do { try take(dictionary, &gate, record, at: now, isSandboxed: isSandboxed, reply) } catch {
            pushGates[record.path, default: gate].refused(at: now)
            throw error
        }
    }

    private func take(
        _ dictionary: [String: DBusValue], _ gate: inout PushGate<PushReply>, _ record: WidgetRecord, at now: UInt64,
        isSandboxed: Bool, _ reply: @escaping PushReply
    ) throws {
        let changes: WidgetChanges
        do { changes = try WidgetChanges(dictionary) } catch {
            throw CenterError(.invalidContent, "\(error)")
        }
        try registry.checkTotalSize(changes.content, for: record.path)
        try checkURLs(changes.content, isSandboxed: isSandboxed || record.isSandboxed)

        // A center that ends holds nothing: there may be no later.
        if isStopping || gate.isOpen(at: now) {
            try push(changes, to: record)
            gate.applied(at: now)
            pushGates[record.path] = gate
            return reply(.success(registry[record.path]?.revision ?? record.revision))
        }
        do { try gate.hold(changes, on: record, at: now, clock.wall(), reply) } catch {
            throw CenterError(.invalidContent, "\(error)")
        }
        pushGates[record.path] = gate
        reserveHeld(record)
        if pushTimers[record.path] == nil { armPushTimer(record.path) }
    }

    /// Applies changes that are not held: a push within the rate, `SetHasContent`, the answer to a tap.
    func push(_ changes: WidgetChanges, to record: WidgetRecord) throws {
        releasePushes(record.path)
        guard let record = registry[record.path] else { return }
        try push(changes, .push, to: record, PushEffect(changes, on: record))
    }

    private func push(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, to record: WidgetRecord, _ effect: PushEffect
    ) throws {
        let before = schedule[record.path]
        if effect.contains(.confirms) { schedule[record.path]?.confirm(at: clock.boot()) }
        if effect.contains(.asks) { schedule[record.path]?.isAskedFor = true }
        do {
            try change(record.path) { record in
                try Self.apply(changes, origin, to: &record, at: clock.wall())
            }
        } catch {
            schedule[record.path] = before
            throw error
        }
        // What was hidden and shown again while it was held is as it was to panels, but not to its provider.
        if effect.contains(.asks) { reschedule(record.path) }
    }

    // MARK: What is held

    /// Applies what is held of a widget, and replies. Whatever else changes the widget does this first.
    func releasePushes(_ path: ObjectPath) {
        guard let held = pushGates[path]?.release(at: clock.steady().nanoseconds) else { return }
        if let timer = pushTimers.removeValue(forKey: path) { loop.cancel(timer) }
        registry.reserve(0, for: path)
        guard let record = registry[path] else { return }
        do {
            try push(held.changes, held.origin, to: record, held.effect)
            let revision = registry[path]?.revision ?? record.revision
            for reply in held.waiters { reply(.success(revision)) }
        } catch {
            // They were valid for a widget that nothing else has changed since.
            for reply in held.waiters { reply(.failure(error)) }
        }
    }

    /// Applies everything that is held, since nothing comes later.
    func releaseAllPushes() { for path in pushTimers.keys { releasePushes(path) } }

    /// Forgets a widget that is gone. What was held of it has been applied.
    func forgetPushes(_ path: ObjectPath) { pushGates[path] = nil }

    /// The rate depends on whether somebody looks.
    func followViewingWithPushes() {
        let now = clock.steady().nanoseconds
        for path in pushGates.keys { pushGates[path]?.setViewing(panels.isViewing, at: now) }
        for path in pushTimers.keys { armPushTimer(path) }
    }

    /// Content that was accepted has to fit when it is applied as well.
    private func reserveHeld(_ record: WidgetRecord) {
        let bytes = pushGates[record.path]?.held?.target.keptContent.byteCount ?? 0
        registry.reserve(max(0, bytes - record.keptContent.byteCount), for: record.path)
    }

    private func armPushTimer(_ path: ObjectPath) {
        if let timer = pushTimers.removeValue(forKey: path) { loop.cancel(timer) }
        guard let due = pushGates[path]?.due else { return }
        let wait = MonotonicTime(nanoseconds: due) - clock.steady()
        pushTimers[path] = loop.schedule(at: .now + max(.zero, wait)) { [weak self] in
            self?.assumeIsolated { $0.pushesAreDue(path) }
        }
    }

    private func pushesAreDue(_ path: ObjectPath) {
        pushTimers[path] = nil
        guard let due = pushGates[path]?.due else { return }
        guard due <= clock.steady().nanoseconds else { return armPushTimer(path) }
        releasePushes(path)
    }
}
