internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// The times of all updates, and the wake-ups for them. Used only by the center.
final class UpdatePlanner {
    private let service: ServiceContext
    private(set) var schedule = WakeSchedule<ObjectPath>()
    private(set) var limiter = UpdateLimiter<ObjectPath>()
    private(set) var alarms = Alarms()
    private var suspendWatch: SuspendWatch
    private let jitter: Jitter

    init(_ service: ServiceContext) {
        self.service = service
        suspendWatch = SuspendWatch(boot: service.clock.boot(), steady: service.clock.steady().nanoseconds)
        jitter = Jitter(seed: service.timing.jitterSeed ?? .random(in: 0...(.max)))
    }

    /// Recomputes when a widget is due. Cheap, and independent of all other widgets.
    func recompute(_ widget: HostedWidget, _ center: isolated Center) {
        guard center.registry.contains(widget) else { return }
        let path = widget.path
        let due = widget.run.isRunning ? nil : due(widget, center)
        if limiter.isWaiting(path) {
            if let due, due.time <= service.clock.boot() { return }
            limiter.withdraw(path)
        }
        schedule.plan(path, due.map { window(for: $0, widget, center) })
        alarms.set(isDueByClock: due != nil && widget.record.nextUpdate != .never, for: path)
        armAlarm(center)
        if retry(of: widget, widget.record, center).at != widget.record.retryAt { center.change(widget) { _ in [] } }
    }

    /// Returns when the center tries a failing widget again by itself; never for any other widget, and while it is
    /// being updated. The time stays the same as long as the same attempt is planned.
    ///
    /// - Returns: The time in nanoseconds of the boot clock, and as time of day.
    func retry(
        of widget: HostedWidget, _ record: WidgetRecord, _ center: isolated Center
    ) -> (due: UInt64?, at: Timestamp) {
        guard record.isFailing || record.state == .suspended, record.state != .updating,
            let due = due(widget, record, center)
        else { return (nil, .never) }
        let isKnown = widget.retryDue == due.time && record.retryAt != .never
        return (due.time, isKnown ? record.retryAt : service.clock.wallTime(of: max(due.time, service.clock.boot())))
    }

    /// Stops planning updates of a removed widget.
    func forget(_ path: ObjectPath, _ center: isolated Center) {
        limiter.withdraw(path)
        schedule.plan(path, nil)
        alarms.set(isDueByClock: false, for: path)
        armAlarm(center)
    }

    /// Returns the window in which the update of a widget may start.
    private func window(
        for due: UpdateTiming.Due, _ widget: HostedWidget, _ center: isolated Center
    ) -> Window {
        let isRetry = widget.session?.backoff.isTroubled == true
        let timing = widget.updateTiming
        return WakeBatching.window(
            for: due, interval: isRetry ? nil : widget.record.interval, isViewing: center.panels.isViewing
        ) { [jitter] in
            jitter.value(upTo: $0, of: widget.path.rawValue, cycle: timing.confirmedAt ?? timing.seenAt)
        }
    }

    /// Returns the time of the first update of a widget that is added now, in nanoseconds of the boot clock. The first
    /// updates of widgets that are added together are spread.
    func firstTurn(of widget: HostedWidget) -> UInt64? {
        guard let delay = service.timing.firstUpdate else { return nil }
        let spread = jitter.value(
            upTo: service.timing.firstUpdateSpread.nanoseconds, of: widget.path.rawValue, cycle: 0)
        return service.clock.boot().adding(delay.nanoseconds).adding(spread)
    }

    // MARK: Waking up

    /// Wakes the thread up when the next update has to start, and only then.
    private func armAlarm(_ center: isolated Center) {
        let failed = alarms.arm(
            schedule.wakeTime, service.clock, on: service.loop,
            fired: { [weak center] in center?.assumeIsolated { $0.planner.alarmFired($0) } },
            clockChanged: { [weak center] in center?.assumeIsolated { $0.planner.clockChanged($0) } })
        if failed { service.logger.error("cannot create a timer: widgets are updated only on request") }
    }

    /// Starts the updates that are due.
    func alarmFired(_ center: isolated Center) {
        alarms.fired()
        checkSuspend(center)
        let now = service.clock.boot()
        for path in schedule.popDue(at: now) {
            guard let widget = center.registry[path] else { continue }
            widget.session?.checkProgram(center)
            // The alarm may fire a little early, because two clocks may run at different speeds.
            if isDue(widget, center) { limiter.wait(path) } else { recompute(widget, center) }
        }
        beginRuns(center)
        armAlarm(center)
    }

    /// Recomputes the updates that providers requested for a time of day, because that was set.
    func clockChanged(_ center: isolated Center) {
        for path in alarms.clockWidgets { if let widget = center.registry[path] { recompute(widget, center) } }
    }

    /// Spreads updates that were missed while the machine was suspended, the oldest first.
    func checkSuspend(_ center: isolated Center) {
        let now = service.clock.boot()
        guard suspendWatch.detectSuspension(boot: now, steady: service.clock.steady().nanoseconds),
            now > SuspendWatch.shortest
        else {
            return
        }
        let missed = schedule.popMissed(until: now - SuspendWatch.shortest)
        let spread = service.timing.wakeSpread.nanoseconds
        for (number, path) in missed.enumerated() {
            guard let widget = center.registry[path] else { continue }
            widget.updateTiming.turn = now.adding(spread / UInt64(missed.count) * UInt64(number))
            recompute(widget, center)
        }
    }

    /// Starts updates that are due, as long as slots are free.
    func beginRuns(_ center: isolated Center) {
        while let path = limiter.next() {
            if let widget = center.registry[path], !widget.run.isRunning, let due = due(widget, center),
                due.time <= service.clock.boot()
            {
                widget.update(due.reason, waiter: nil, center)
            } else {
                limiter.end(path)
                if let widget = center.registry[path] { recompute(widget, center) }
            }
        }
    }

    // MARK: Due updates

    /// Whether to update a widget now.
    func isDue(_ widget: HostedWidget, _ center: isolated Center) -> Bool {
        due(widget, center).map { $0.time <= service.clock.boot() } ?? false
    }

    /// Returns when and why a widget will be due.
    func due(_ widget: HostedWidget, _ center: isolated Center) -> UpdateTiming.Due? {
        due(widget, widget.record, center)
    }

    /// The same for a widget whose record is about to become another one.
    private func due(
        _ widget: HostedWidget, _ record: WidgetRecord, _ center: isolated Center
    ) -> UpdateTiming.Due? {
        if center.isEnding || !widget.registrations.isEmpty { return nil }
        var facts = widget.updateTiming
        facts.canUpdate = record.provider != .none && (record.state != .unavailable || record.isSpawnable)
        facts.hasContent = record.hasContent
        facts.isArranged = center.registry.isArranged(record.identifier)
        facts.isPaused = record.options.isPaused
        facts.interval = record.interval
        facts.nextUpdate = record.nextUpdate == .never ? nil : service.clock.bootTime(of: record.nextUpdate)
        facts.visibleSince = center.panels.visibleSince
        if let backoff = widget.session?.backoff, let time = backoff.retryAt {
            return facts.retry(at: time, isLeftAlone: backoff.isSuspended)
        }
        return facts.due
    }

    /// Records that a run has ended, so that another one may start.
    func runEnded(_ path: ObjectPath) { limiter.end(path) }

    /// Stops all wake-ups.
    func end() { alarms.end() }
}

extension WidgetRecord {
    /// The interval of its updates in nanoseconds; 0 means only while a panel is visible.
    var interval: UInt64 { UInt64(options.updateInterval) * 1_000_000_000 }
}
