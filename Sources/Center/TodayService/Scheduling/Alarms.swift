internal import DBus
internal import TodayServiceRules

/// What wakes the center up for updates: one timer for all widgets, and word of changes of the time of day for as long as
/// a provider has asked for one. Touched by the center alone.
struct Alarms {
    private var timer: BootTimer?
    private var changes: ClockChanges?
    /// When the timer fires.
    private var time: UInt64?
    /// The widgets that will be due at a time of day.
    private(set) var wishes: Set<ObjectPath> = []
    private var hasEnded = false
    private var hasFailed = false

    mutating func note(wish: Bool, of path: ObjectPath) {
        if wish { wishes.insert(path) } else { wishes.remove(path) }
    }

    /// Waits until a time of the boot clock, or for nothing.
    ///
    /// - Returns: whether the kernel gives no timer, the first time it does not.
    mutating func arm(
        _ time: UInt64?, _ clock: ServiceClock, on loop: EventLoop, fired: @escaping @Sendable () -> Void,
        clockChanged: @escaping @Sendable () -> Void
    ) -> Bool {
        if hasEnded { return false }
        if !wishes.isEmpty, changes == nil { changes = ClockChanges(on: loop, handler: clockChanged) }
        changes?.isFollowing = !wishes.isEmpty
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
        // The kernel's clock first: a machine that is suspended in between makes the timer early, never late.
        let real = BootTimer.now
        let now = clock.boot()
        timer.set(real.adding(time > now ? time - now : 0))
        return false
    }

    /// The timer has fired, and waits for nothing.
    mutating func fired() { time = nil }

    mutating func end() {
        hasEnded = true
        timer?.end()
        changes?.end()
        (timer, changes) = (nil, nil)
    }
}
