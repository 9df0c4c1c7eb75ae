#if Widgets
    internal import DBus
    internal import NotificationCenter

    /// Calls a closure once at a time of day. Suspension of the machine doesn't delay it. If the clock is set meanwhile, it
    /// calls the closure at once, because times that were computed before may be wrong.
    @WidgetActor
    final class WallTimer {
        private let action: @WidgetActor () -> Void
        private var timer: BootTimer?
        private var changes: ClockChanges?

        init(_ action: @escaping @WidgetActor () -> Void) { self.action = action }

        /// Sets the time, in seconds since 1970. Replaces an earlier one.
        func set(_ moment: Int64) {
            let loop = WidgetActor.shared.loop
            timer = timer ?? BootTimer(on: loop) { [weak self] in Task { @WidgetActor in self?.fire() } }
            changes = changes ?? ClockChanges(on: loop) { [weak self] in Task { @WidgetActor in self?.fire() } }
            let now = Int64(clamping: Timestamp.now.microseconds)
            // A millisecond more, so that the clock has passed the moment.
            let wait = UInt64(clamping: max(0, moment * 1_000_000 - now) + 1000)
            timer?.set(BootTimer.now + wait * 1000)
            changes?.isFollowing = true
        }

        /// Ends the timer, until it is set again.
        func cancel() {
            timer.take()?.end()
            changes.take()?.end()
        }

        private func fire() { if timer != nil { action() } }
    }
#endif
