public import NotificationCenter

/// The clock of a timer. Tests use one that they advance.
@WidgetActor
public protocol TimerClock: AnyObject, Sendable {
    /// The current wall-clock time, because the app and the widget must agree on it.
    var now: Timestamp { get }

    /// Calls `body` once after `wait`, unless the alarm is released before.
    func alarm(after wait: Duration, _ body: @escaping @WidgetActor @Sendable () -> Void) -> TimerAlarm
}

/// A pending call. Releasing this object cancels the call.
@WidgetActor
public final class TimerAlarm {
    private let cancel: @Sendable () -> Void
    /// Makes an alarm; `cancel` is called when it is released.
    public init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
    deinit { cancel() }
}

/// The system clock.
@WidgetActor
public final class SystemTimerClock: TimerClock {
    /// Makes a clock.
    public init() {}

    public var now: Timestamp { .now }

    public func alarm(after wait: Duration, _ body: @escaping @WidgetActor @Sendable () -> Void) -> TimerAlarm {
        // Like the wall clock, this clock keeps running while the machine is suspended.
        let task = Task {
            try await Task.sleep(for: wait, clock: .continuous)
            body()
        }
        return TimerAlarm { task.cancel() }
    }
}
