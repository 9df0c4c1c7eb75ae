internal import DBus
internal import TodayServiceRules

/// The wake-ups of the center for updates: one timer for all widgets, and changes of the time of day while a provider's
/// request depends on it. Used only by the center.
struct Alarms {
    private var timer: BootTimer?
    private var changes: ClockChanges?
    /// The time when the timer fires.
    private var time: UInt64?
    /// The widgets that will be due at a time of day.
    private(set) var clockWidgets: Set<ObjectPath> = []
    private var hasEnded = false
    private var hasFailed = false

    mutating func set(isDueByClock: Bool, for path: ObjectPath) {
        if isDueByClock { clockWidgets.insert(path) } else { clockWidgets.remove(path) }
    }

    /// Sets the timer to a time of the boot clock; nil for none.
    ///
    /// - Returns: whether the kernel can't provide a timer; true only the first time.
    mutating func arm(
        _ time: UInt64?, _ clock: ServiceClock, on loop: EventLoop, fired: @escaping @Sendable () -> Void,
        clockChanged: @escaping @Sendable () -> Void
    ) -> Bool {
        if hasEnded { return false }
        if !clockWidgets.isEmpty, changes == nil { changes = ClockChanges(on: loop, handler: clockChanged) }
        changes?.isFollowing = !clockWidgets.isEmpty
        if time == self.time { return false }
        if timer == nil { timer = BootTimer(on: loop, handler: fired) }
        guard let timer else {
            defer { hasFailed = true }
            return !hasFailed
        }
        self.time = time
        guard let time else {
            timer.set(nil)
            return false
        }
        // The kernel's clock is read first: a suspension in between makes the timer early, never late.
        let real = BootTimer.now
        let now = clock.boot()
        timer.set(real.adding(time > now ? time - now : 0))
        return false
    }

    /// Records that the timer has fired.
    mutating func fired() { time = nil }

    mutating func end() {
        hasEnded = true
        timer?.end()
        changes?.end()
        (timer, changes) = (nil, nil)
    }
}
