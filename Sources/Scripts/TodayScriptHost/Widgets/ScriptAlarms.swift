internal import DBus
internal import NotificationCenter
internal import TodayModel

/// Wakes the widgets of scripts at times of day, with one timer for all of them. Its clock goes on while the machine is
/// suspended, and when the time of day is set, all widgets look at it again.
@WidgetActor
final class ScriptAlarms {
    private var times: [ObjectIdentifier: (time: Timestamp, widget: ScriptWidget)] = [:]
    private var timer: BootTimer?
    private var changes: ClockChanges?

    /// Starts to wake widgets. Returns false, with `errno` set, if the kernel has no timer to give.
    func begin() -> Bool {
        let loop = WidgetActor.shared.loop
        timer = BootTimer(on: loop) { [weak self] in Task { @WidgetActor in self?.fired() } }
        changes = ClockChanges(on: loop) { [weak self] in Task { @WidgetActor in self?.clockChanged() } }
        arm()
        return timer != nil && changes != nil
    }

    func end() {
        timer.take()?.end()
        changes.take()?.end()
        times = [:]
    }

    /// Wakes a widget once at a time, instead of the one before; nil is never.
    func set(_ time: Timestamp?, for widget: ScriptWidget) {
        times[ObjectIdentifier(widget)] = time.map { ($0, widget) }
        arm()
    }

    private func arm() {
        changes?.isFollowing = !times.isEmpty
        guard let first = times.values.map(\.time).min() else { return timer?.set(nil) ?? () }
        // The kernel's clock first: if the machine is suspended in between, the timer is early, never late.
        let boot = BootTimer.now
        let now = Timestamp.now
        let wait = first <= now ? 0 : first.microseconds - now.microseconds
        let (nanoseconds, isFar) = wait.multipliedReportingOverflow(by: 1000)
        let (time, isNever) = boot.addingReportingOverflow(nanoseconds)
        timer?.set(isFar || isNever ? .max : time)
    }

    private func fired() {
        let now = Timestamp.now
        let due = times.filter { $0.value.time <= now }
        for (name, entry) in due {
            times[name] = nil
            entry.widget.woke()
        }
        arm()
    }

    private func clockChanged() {
        for entry in times.values { entry.widget.clockChanged() }
        arm()
    }
}
