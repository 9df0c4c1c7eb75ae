internal import DBus
internal import TodayModel
internal import TodayProtocol

extension Center {
    /// Looks anew at when a widget is due, and arms its timer for that. Cheap, and independent of all other widgets.
    func reschedule(_ path: ObjectPath) {
        if let timer = dueTimers.removeValue(forKey: path) { loop.cancel(timer) }
        guard let due = due(path), !runs.isRunning(path) else { return }
        let time = max(MonotonicTime(nanoseconds: due.time), clock.steady())
        dueTimers[path] = loop.schedule(at: time) { [weak self] in
            self?.assumeIsolated { $0.becameDue(path) }
        }
    }

    private func becameDue(_ path: ObjectPath) {
        dueTimers[path] = nil
        guard let due = due(path) else { return }
        guard due.time <= clock.steady().nanoseconds else { return reschedule(path) }
        update(path, due.reason, waiter: nil)
    }

    /// When and why a widget will be due.
    func due(_ path: ObjectPath) -> Freshness.Due? {
        guard !isStopping, let record = registry[path], var facts = freshness[path], unanswered[path] == nil
        else { return nil }
        facts.canUpdate = record.provider != .none && (record.state != .unavailable || record.isSpawnable)
        facts.hasContent = record.hasContent
        facts.isArranged = registry.isArranged(record.identifier)
        facts.interval = UInt64(record.definition.updateInterval) * 1_000_000_000
        facts.nextUpdate = record.nextUpdate == .never ? nil : clock.steadyTime(of: record.nextUpdate).nanoseconds
        facts.visibleSince = visibleSince
        if let time = sessions[path]?.suspension.retryAt { return facts.retry(at: time) }
        return facts.due
    }

    // MARK: Visibility

    func beginViewing(_ caller: BusName, _ options: ViewingOptions) throws(CenterError) {
        let wasViewing = panels.isViewing
        try panels.begin(caller, options)
        watchCaller(caller)
        disarmHiding()
        defer { followPanels() }
        guard !wasViewing else { return }
        visibleSince = clock.steady().nanoseconds
        hiddenSince = nil
        viewingChanged()
    }

    func endViewing(_ caller: BusName) {
        guard panels.end(caller, at: clock.steady().nanoseconds) else { return }
        guard panels.isViewing else { return becameHidden() }
        armHiding()
        followPanels()
    }

    private func armHiding() {
        disarmHiding()
        guard let time = panels.hidesAt else { return }
        let wait = MonotonicTime(nanoseconds: time) - clock.steady()
        hidingTimer = loop.schedule(at: .now + max(.zero, wait)) { [weak self] in
            self?.assumeIsolated { $0.hidingIsDue() }
        }
    }

    private func disarmHiding() {
        if let timer = hidingTimer.take() { loop.cancel(timer) }
    }

    private func hidingIsDue() {
        hidingTimer = nil
        panels.hide(at: clock.steady().nanoseconds)
        if panels.isViewing { armHiding() } else { becameHidden() }
    }

    private func becameHidden() {
        visibleSince = nil
        hiddenSince = clock.steady().nanoseconds
        viewingChanged()
    }

    private func viewingChanged() {
        publishCenter()
        for path in registry.objects { reschedule(path) }
        followViewingWithPushes()
        tellViewing()
        for session in sessions.values { watchIdleness(session) }
    }
}
