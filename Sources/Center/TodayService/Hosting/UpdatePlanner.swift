internal import DBus
internal import Logging
internal import TodayModel

/// When each widget is to be updated, and what wakes the service up for that. The host alone uses it.
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

    /// Looks anew at when a widget is due. Cheap, and independent of all other widgets.
    func look(at widget: HostedWidget, _ host: isolated some UpdateHost) {
        guard host.registry.contains(widget) else { return }
        let path = widget.path
        let due = widget.run.isRunning ? nil : due(widget, host)
        if limiter.isWaiting(path) {
            if let due, due.time <= service.clock.boot() { return }
            limiter.withdraw(path)
        }
        schedule.plan(path, due.map { window(for: $0, widget, host) })
        alarms.note(wish: due != nil && widget.record.nextUpdate != .never, of: path)
        armAlarm(host)
    }

    /// A widget that has gone is not updated any more.
    func forget(_ path: ObjectPath, _ host: isolated some UpdateHost) {
        limiter.withdraw(path)
        schedule.plan(path, nil)
        alarms.note(wish: false, of: path)
        armAlarm(host)
    }

    /// When the update of a widget that will be due may begin.
    private func window(
        for due: UpdateTiming.Due, _ widget: HostedWidget, _ host: isolated some UpdateHost
    ) -> Window {
        let isRetry = widget.session?.backoff.isTroubled == true
        let timing = widget.updateTiming
        return WakeBatching.window(
            for: due, interval: isRetry ? nil : widget.record.interval, isViewing: host.panels.isViewing
        ) { [jitter] in
            jitter.value(upTo: $0, of: widget.path.rawValue, cycle: timing.confirmedAt ?? timing.seenAt)
        }
    }

    /// When a widget that comes now gets its first update, in nanoseconds of the boot clock. Those that come together get
    /// theirs one after the other.
    func firstTurn(of widget: HostedWidget) -> UInt64? {
        guard let delay = service.timing.firstUpdate else { return nil }
        let spread = jitter.value(
            upTo: service.timing.firstUpdateSpread.nanoseconds, of: widget.path.rawValue, cycle: 0)
        return service.clock.boot().adding(delay.nanoseconds).adding(spread)
    }

    // MARK: Waking up

    /// Has the thread wake up when the next update has to begin, and only then.
    private func armAlarm(_ host: isolated some UpdateHost) {
        let failed = alarms.arm(
            schedule.wakeTime, service.clock, on: service.loop,
            fired: { [weak host] in host?.assumeIsolated { $0.planner.alarmFired($0) } },
            clockChanged: { [weak host] in host?.assumeIsolated { $0.planner.clockChanged($0) } })
        if failed { service.logger.error("no timer can be made: widgets are updated only when they are asked for") }
    }

    /// Begins what is due.
    func alarmFired(_ host: isolated some UpdateHost) {
        alarms.fired()
        noticeSuspend(host)
        let now = service.clock.boot()
        for path in schedule.takeDue(at: now) {
            guard let widget = host.registry[path] else { continue }
            widget.session?.noticeNewProgram(host)
            // The time may have come a little early, by a clock that runs faster than that of the timer.
            if isDue(widget, host) { limiter.wait(path) } else { look(at: widget, host) }
        }
        beginRuns(host)
        armAlarm(host)
    }

    /// The time of day was set: what providers wish for is at a time of day.
    func clockChanged(_ host: isolated some UpdateHost) {
        for path in alarms.wishes { if let widget = host.registry[path] { look(at: widget, host) } }
    }

    /// Updates that were missed while the machine was suspended come one after the other, the oldest first.
    func noticeSuspend(_ host: isolated some UpdateHost) {
        let now = service.clock.boot()
        guard suspendWatch.noticed(boot: now, steady: service.clock.steady().nanoseconds), now > SuspendWatch.shortest
        else {
            return
        }
        let missed = schedule.takeMissed(until: now - SuspendWatch.shortest)
        let spread = service.timing.wakeSpread.nanoseconds
        for (number, path) in missed.enumerated() {
            guard let widget = host.registry[path] else { continue }
            widget.updateTiming.turn = now.adding(spread / UInt64(missed.count) * UInt64(number))
            look(at: widget, host)
        }
    }

    /// Begins updates that are due, as long as there are slots for them.
    func beginRuns(_ host: isolated some UpdateHost) {
        while let path = limiter.next() {
            if let widget = host.registry[path], !widget.run.isRunning, let due = due(widget, host),
                due.time <= service.clock.boot()
            {
                widget.update(due.reason, waiter: nil, host)
            } else {
                limiter.end(path)
                if let widget = host.registry[path] { look(at: widget, host) }
            }
        }
    }

    // MARK: What is due

    /// Whether a widget is to be updated now.
    func isDue(_ widget: HostedWidget, _ host: isolated some UpdateHost) -> Bool {
        due(widget, host).map { $0.time <= service.clock.boot() } ?? false
    }

    /// When and why a widget will be due.
    func due(_ widget: HostedWidget, _ host: isolated some UpdateHost) -> UpdateTiming.Due? {
        if host.isEnding || !widget.registrations.isEmpty { return nil }
        let record = widget.record
        var facts = widget.updateTiming
        facts.canUpdate = record.provider != .none && (record.state != .unavailable || record.isSpawnable)
        facts.hasContent = record.hasContent
        facts.isArranged = host.registry.isArranged(record.identifier)
        facts.interval = record.interval
        facts.nextUpdate = record.nextUpdate == .never ? nil : service.clock.bootTime(of: record.nextUpdate)
        facts.visibleSince = host.panels.visibleSince
        if let backoff = widget.session?.backoff, let time = backoff.retryAt {
            return facts.retry(at: time, isLeftAlone: backoff.isSuspended)
        }
        return facts.due
    }

    /// A run has ended: another may begin.
    func runEnded(_ path: ObjectPath) { limiter.end(path) }

    /// Nothing is due any more.
    func end() { alarms.end() }
}

extension WidgetRecord {
    /// The interval of its updates in nanoseconds; 0 means only while viewed.
    var interval: UInt64 { UInt64(definition.updateInterval) * 1_000_000_000 }
}
