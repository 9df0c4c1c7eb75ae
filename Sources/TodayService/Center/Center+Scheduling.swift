internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

extension Center {
    /// Looks anew at when a widget is due. Cheap, and independent of all other widgets.
    func reschedule(_ widget: HostedWidget) {
        guard registry.contains(widget) else { return }
        let path = widget.path
        let due = widget.run.isRunning ? nil : due(widget)
        if slots.isWaiting(path) {
            if let due, due.time <= clock.boot() { return }
            slots.withdraw(path)
        }
        schedule.plan(path, due.map { window(for: $0, widget) })
        alarms.note(wish: due != nil && widget.record.nextUpdate != .never, of: path)
        armAlarm()
    }

    /// A widget that has gone is not updated any more.
    func forgetPlans(of path: ObjectPath) {
        slots.withdraw(path)
        schedule.plan(path, nil)
        alarms.note(wish: false, of: path)
        armAlarm()
    }

    /// When the update of a widget that will be due may begin.
    private func window(for due: Freshness.Due, _ widget: HostedWidget) -> Window {
        let isRetry = widget.session?.suspension.isTroubled == true
        let freshness = widget.freshness
        return Batching.window(
            for: due, interval: isRetry ? nil : interval(of: widget.record), isViewing: panels.isViewing
        ) { [jitter] in
            jitter.value(upTo: $0, of: widget.path.rawValue, cycle: freshness.confirmedAt ?? freshness.seenAt)
        }
    }

    /// When a widget that comes now gets its first update, in nanoseconds of the boot clock. Those that come together get
    /// theirs one after the other.
    func firstTurn(of widget: HostedWidget) -> UInt64? {
        guard let delay = timing.firstUpdate else { return nil }
        let spread = jitter.value(upTo: timing.firstUpdateSpread.nanoseconds, of: widget.path.rawValue, cycle: 0)
        return clock.boot().adding(delay.nanoseconds).adding(spread)
    }

    /// An interval in nanoseconds; 0 means only while viewed.
    func interval(of record: WidgetRecord) -> UInt64 {
        UInt64(record.definition.updateInterval) * 1_000_000_000
    }

    // MARK: Waking up

    /// Has the thread wake up when the next update has to begin, and only then.
    private func armAlarm() {
        let failed = alarms.arm(
            schedule.wakeTime, clock, on: loop,
            fired: { [weak self] in self?.assumeIsolated { $0.alarmFired() } },
            clockChanged: { [weak self] in self?.assumeIsolated { $0.clockChanged() } })
        if failed { logger.error("no timer can be made: widgets are updated only when they are asked for") }
    }

    /// Begins what is due.
    func alarmFired() {
        alarms.fired()
        noticeSuspend()
        let now = clock.boot()
        for path in schedule.takeDue(at: now) {
            guard let widget = registry[path] else { continue }
            // The time may have come a little early, by a clock that runs faster than that of the timer.
            if isDue(widget) { slots.wait(path) } else { reschedule(widget) }
        }
        beginRuns()
        armAlarm()
    }

    /// The time of day was set: what providers wish for is at a time of day.
    func clockChanged() { for path in alarms.wishes { if let widget = registry[path] { reschedule(widget) } } }

    /// Updates that were missed while the machine was suspended come one after the other, the oldest first.
    private func noticeSuspend() {
        let now = clock.boot()
        guard suspendWatch.noticed(boot: now, steady: clock.steady().nanoseconds), now > SuspendWatch.shortest else {
            return
        }
        let missed = schedule.takeMissed(until: now - SuspendWatch.shortest)
        let spread = timing.wakeSpread.nanoseconds
        for (number, path) in missed.enumerated() {
            guard let widget = registry[path] else { continue }
            widget.freshness.turn = now.adding(spread / UInt64(missed.count) * UInt64(number))
            reschedule(widget)
        }
    }

    /// Begins updates that are due, as long as there are slots for them.
    func beginRuns() {
        while let path = slots.next() {
            if let widget = registry[path], !widget.run.isRunning, let due = due(widget), due.time <= clock.boot() {
                update(widget, due.reason, waiter: nil)
            } else {
                slots.end(path)
                if let widget = registry[path] { reschedule(widget) }
            }
        }
    }

    // MARK: What is due

    /// Whether a widget is to be updated now.
    func isDue(_ widget: HostedWidget) -> Bool { due(widget).map { $0.time <= clock.boot() } ?? false }

    /// When and why a widget will be due.
    func due(_ widget: HostedWidget) -> Freshness.Due? {
        if isEnding || !widget.registrations.isEmpty { return nil }
        let record = widget.record
        var facts = widget.freshness
        facts.canUpdate = record.provider != .none && (record.state != .unavailable || record.isSpawnable)
        facts.hasContent = record.hasContent
        facts.isArranged = registry.isArranged(record.identifier)
        facts.interval = interval(of: record)
        facts.nextUpdate = record.nextUpdate == .never ? nil : clock.bootTime(of: record.nextUpdate)
        facts.visibleSince = panels.visibleSince
        if let suspension = widget.session?.suspension, let time = suspension.retryAt {
            return facts.retry(at: time, isLeftAlone: suspension.isSuspended)
        }
        return facts.due
    }
}

extension Center: PanelFollower {
    func viewingChanged() {
        publishCenter()
        noticeSuspend()
        for widget in registry.widgets { reschedule(widget) }
        followViewingWithPushes()
        for widget in registry.widgets { widget.session?.tellViewing(self) }
        for widget in registry.widgets { widget.session?.watchIdleness(self) }
    }

    func panelsChanged() { for widget in registry.widgets { followPanels(widget) } }

    /// Has a provider that runs updated whose panels look otherwise than it was told last. One that is being updated is
    /// looked at again when that has ended.
    func followPanels(_ widget: HostedWidget) {
        guard panels.isViewing, let session = widget.session, case .ready = session.life.state,
            registry.contains(widget), registry.isArranged(widget.identifier), !widget.run.isRunning,
            let told = session.toldLook, told != PanelLook(context(of: widget, .context))
        else { return }
        // An update that is due tells it as well.
        if isDue(widget) { return }
        update(widget, .context, waiter: nil)
    }
}
