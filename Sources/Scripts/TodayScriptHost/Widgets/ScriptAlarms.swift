internal import DBus
internal import NotificationCenter
internal import TodayModel

/// Wakes the widgets of scripts at times of day, with one timer for all of them. Its clock keeps running while the
/// machine is suspended. If the time of day is set, all widgets check the new time.
@WidgetActor
final class ScriptAlarms {
    private var times: [ObjectIdentifier: (time: Timestamp, widget: ScriptWidget)] = [:]
    private var timer: BootTimer?
    private var changes: ClockChanges?

    /// Begins to wake widgets. Returns false, with `errno` set, if the kernel can't provide a timer.
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

    /// Wakes a widget once at a time, which replaces the previous one; nil means never.
    func set(_ time: Timestamp?, for widget: ScriptWidget) {
        times[ObjectIdentifier(widget)] = time.map { ($0, widget) }
        arm()
    }

    private func arm() {
        changes?.isFollowing = !times.isEmpty
        guard let first = times.values.map(\.time).min() else { return timer?.set(nil) ?? () }
        // Read the kernel's clock first: if the machine is suspended between the two readings, the timer is early,
        // never late.
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
